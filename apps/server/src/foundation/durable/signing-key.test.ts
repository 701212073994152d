import { readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createProject, createWorkflow, executeWorkflow, getRun, signIn } from '@plinth/contract'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../app/startup/start-server.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { clientOf } from '../../app/testing/people.ts'
import { runnable, wires } from '../../app/testing/runnable.ts'
import { temporaryDataDir } from '../embedded/testing/temporary-data-dir.ts'
import { readEnv } from '../settings/env.ts'

const { dataDir, remove } = await temporaryDataDir()
const admin = { email: 'admin@example.com', password: 'correct horse battery' }
const keyFile = join(dataDir, 'restate/request-signing-key.pem')
const formerKeyFile = join(dataDir, 'restate/identity.pem')
let server: RunningServer | undefined

async function start(): Promise<RunningServer> {
  const env = readEnv([], {
    PORT: '0',
    PLINTH_DATA_DIR: dataDir,
    PLINTH_ADMIN_EMAIL: admin.email,
    PLINTH_ADMIN_PASSWORD: admin.password,
  })
  server = await startServer(env, { log: pino({ level: 'silent' }) })
  return server
}

async function signedIn({ address }: RunningServer) {
  const { token } = await clientOf(null, address).call(signIn, { body: admin })
  return clientOf(token, address)
}

afterAll(async () => {
  await server?.stop()
  await remove()
})

test('replaces the key of an earlier build once, and a run that waited meanwhile finishes', async () => {
  const before = await start()
  const client = await signedIn(before)
  const { projectId } = await client.call(createProject, { body: { cloned: false, name: 'Key' } })
  const moment = new Date(Date.now() + 4_000).toISOString()
  const nodes = [
    runnable('begin', 'trigger-manual'),
    runnable('pause', 'wait', { parameters: { until: 'moment', moment } as never }),
    runnable('end', 'set', { parameters: { value: '{"done": true}' } as never }),
  ]
  const edges = wires('begin -> pause', 'pause -> end')
  const { data } = await client.call(createWorkflow, {
    params: { projectId },
    body: { name: 'Waits', nodes, connections: edges, settings: {}, active: true } as never,
  })
  const workflowId = data.workflow.id
  const { data: run } = await client.call(executeWorkflow, {
    params: { projectId, workflowId },
    body: { nodes, edges },
    headers: { prefer: 'respond-async' },
  })
  await before.stop()
  const formerKey = await readFile(keyFile, 'utf8')
  await rename(keyFile, formerKeyFile)

  const after = await start()
  const key = await readFile(keyFile, 'utf8')
  expect(key).not.toBe(formerKey)
  await expect(stat(formerKeyFile)).rejects.toThrow('ENOENT')
  const again = await signedIn(after)
  const ended = await eventually(async () => {
    const { run: now } = await again.call(getRun, { params: { projectId, runId: run.runId } })
    return ['queued', 'running', 'waiting'].includes(now.status) ? undefined : now
  }, 60_000)
  expect(ended.status).toBe('succeeded')
  await after.stop()

  await start()
  expect(await readFile(keyFile, 'utf8')).toBe(key)
}, 180_000)
