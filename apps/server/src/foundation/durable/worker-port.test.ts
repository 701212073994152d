import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProject, signIn } from '@plinth/contract'
import { expect, inject, test } from 'vitest'
import { startServer } from '../../app/startup/start-server.ts'
import { clientOf, withPlatform } from '../../app/testing/people.ts'
import { readEnv } from '../settings/env.ts'
import { requestRuntime } from './request-runtime.ts'

test('a worker whose port is in use moves to another, and Restate finds it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'plinth-port-'))
  await chmod(dataDir, 0o755)
  const database = `moved_${Date.now()}`
  await withPlatform((on) => on.query(`create database ${database}`))
  const url = new URL(inject('server').databaseUrl)
  url.pathname = `/${database}`
  const env = readEnv([], {
    PORT: '0',
    PLINTH_DATA_DIR: dataDir,
    DATABASE_URL: url.href,
    PLINTH_ADMIN_EMAIL: 'admin@example.com',
    PLINTH_ADMIN_PASSWORD: 'correct horse',
    PLINTH_LOG_LEVEL: 'silent',
  })
  const first = await startServer(env)
  await first.stop()
  const ports = JSON.parse(await readFile(join(dataDir, 'ports.json'), 'utf8'))
  const squatter = createServer()
  await new Promise<void>((resolve) => squatter.listen(ports.worker, '127.0.0.1', resolve))
  const second = await startServer(env)
  try {
    const body = { email: 'admin@example.com', password: 'correct horse' }
    const { token } = await clientOf(null, second.address).call(signIn, { body })
    const client = clientOf(token, second.address)
    await client.call(createProject, { body: { cloned: false, name: 'Moved' } })
    const list = { method: 'GET', path: 'deployments' } as const
    const { text } = await requestRuntime(second.outside.adminUrl, list)
    const { deployments } = JSON.parse(text) as { deployments: { uri: string }[] }
    expect(deployments.map(({ uri }) => uri.includes(`:${ports.worker}`))).toEqual([false])
  } finally {
    await second.stop()
    squatter.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
