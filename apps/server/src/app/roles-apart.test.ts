import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProject, getProject, listProjects, signIn } from '@plinth/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { requestRuntime } from '../foundation/durable/request-runtime.ts'
import type { Embedded } from '../foundation/embedded/process/embedded.ts'
import { startEmbedded } from '../foundation/embedded/start-embedded.ts'
import { readEnv } from '../foundation/settings/env.ts'
import { type RunningServer, startServer } from './startup/start-server.ts'
import { eventually } from './testing/eventually.ts'
import { clientOf, expectApiError, withPlatform } from './testing/people.ts'

let engine: Embedded
let folder: string
const processes: Record<string, RunningServer> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-roles-'))
  await chmod(folder, 0o755)
  const database = `roles_${randomUUID().replaceAll('-', '')}`
  await withPlatform((on) => on.query(`create database ${database}`))
  const url = new URL(inject('server').databaseUrl)
  url.pathname = `/${database}`
  const log = pino({ level: 'silent' })
  engine = await startEmbedded({ dataDir: folder, postgres: false, restate: true, log })
  for (const role of ['api', 'data', 'worker']) {
    const env = readEnv([], {
      PORT: '0',
      PLINTH_ROLES: role,
      PLINTH_DATA_DIR: join(folder, role),
      PLINTH_DEFAULT_ENGINE: 'postgres',
      PLINTH_SECRET_KEY: 'the same on every host, as it has to be',
      DATABASE_URL: url.href,
      RESTATE_INGRESS_URL: engine.restate?.ingressUrl,
      RESTATE_ADMIN_URL: engine.restate?.adminUrl,
      RESTATE_IDENTITY_KEY: engine.restate?.identityKey,
      PLINTH_ADMIN_EMAIL: 'admin@example.com',
      PLINTH_ADMIN_PASSWORD: 'correct horse',
      PLINTH_LOG_LEVEL: 'silent',
      ...(role === 'worker' ? { PLINTH_WORKER_URL: `http://127.0.0.1:${engine.workerPort}` } : {}),
    })
    processes[role] = await startServer(env)
  }
})

afterAll(async () => {
  for (const running of Object.values(processes)) await running.stop()
  await engine.stop()
  await rm(folder, { recursive: true, force: true })
})

const addressOf = (role: string) => processes[role]?.address ?? ''

test('a project created through the api process is provisioned by the worker process', async () => {
  const body = { email: 'admin@example.com', password: 'correct horse' }
  const { token } = await clientOf(null, addressOf('api')).call(signIn, { body })
  const client = clientOf(token, addressOf('api'))
  const { projectId } = await client.call(createProject, { body: { cloned: false, name: 'Apart' } })
  const { projectData } = await client.call(getProject, { params: { projectId } })
  expect(projectData.state).toBe('ready')
  for (const role of ['data', 'worker']) {
    const elsewhere = clientOf(token, addressOf(role))
    expect((await expectApiError(elsewhere.call(listProjects))).status).toBe(404)
  }
})

test.each(['api', 'data', 'worker'])('the %s process reports that it is ready', async (role) => {
  expect((await fetch(`${addressOf(role)}/health/ready`)).status).toBe(200)
})

test('the worker accepts calls from Restate only', async () => {
  const answer = await fetch(`http://127.0.0.1:${engine.workerPort}/discover`).catch(
    () => undefined,
  )
  expect(answer?.status ?? 0).not.toBe(200)
})

test('a worker that Restate has lost is registered again', async () => {
  const admin = engine.restate?.adminUrl ?? ''
  const { text } = await requestRuntime(admin, { method: 'GET', path: 'deployments' })
  const { deployments } = JSON.parse(text) as { deployments: { id: string }[] }
  expect(deployments).toHaveLength(1)
  for (const { id } of deployments) {
    const path = `deployments/${id}?force=true`
    expect((await requestRuntime(admin, { method: 'DELETE', path })).status).toBe(202)
  }
  await eventually(async () => {
    const ready = await fetch(`${addressOf('worker')}/health/ready`)
    const path = 'services/plinthTasks1'
    const known = await requestRuntime(admin, { method: 'GET', path })
    return ready.ok && known.status === 200
  }, 20_000)
})
