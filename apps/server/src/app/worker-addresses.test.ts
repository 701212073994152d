import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDeployments } from '../foundation/durable/workers/runtime-deployments.ts'
import type { Embedded } from '../foundation/embedded/process/embedded.ts'
import { startEmbedded } from '../foundation/embedded/start-embedded.ts'
import { readEnv } from '../foundation/settings/env.ts'
import { type RunningServer, startServer } from './startup/start-server.ts'
import { eventually } from './testing/eventually.ts'
import { withPlatform } from './testing/people.ts'

let runtime: Embedded
let folder: string
let databaseUrl: string
const running = new Set<RunningServer>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-workers-'))
  await chmod(folder, 0o755)
  const database = `workers_${randomUUID().replaceAll('-', '')}`
  await withPlatform((on) => on.query(`create database ${database}`))
  const url = new URL(inject('server').databaseUrl)
  url.pathname = `/${database}`
  databaseUrl = url.href
  const log = pino({ level: 'silent' })
  runtime = await startEmbedded({ dataDir: folder, postgres: false, restate: true, log })
})

afterAll(async () => {
  for (const server of running) await server.stop()
  await runtime.stop()
  await rm(folder, { recursive: true, force: true })
})

const deployments = () => openDeployments(runtime.restate?.adminUrl ?? '')

async function freeUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

async function startOne(settings: Record<string, string>): Promise<RunningServer> {
  const env = readEnv([], {
    PORT: '0',
    PLINTH_ROLES: 'worker',
    PLINTH_DATA_DIR: join(folder, randomUUID()),
    PLINTH_DEFAULT_ENGINE: 'postgres',
    PLINTH_SECRET_KEY: 'the same on every host, as it has to be',
    DATABASE_URL: databaseUrl,
    RESTATE_INGRESS_URL: runtime.restate?.ingressUrl,
    RESTATE_ADMIN_URL: runtime.restate?.adminUrl,
    RESTATE_IDENTITY_KEY: runtime.restate?.identityKey,
    PLINTH_ADMIN_PASSWORD: 'correct horse',
    PLINTH_LOG_LEVEL: 'silent',
    ...settings,
  })
  const jobIntervals = { 'worker-registration': 100 }
  const server = await startServer(env, { jobIntervals, silentWorkerMs: 500 })
  running.add(server)
  return server
}

async function stopOne(server: RunningServer): Promise<void> {
  running.delete(server)
  await server.stop()
}

const addresses = async () => (await deployments().list()).map(({ url }) => url).sort()
const latest = async () => (await deployments().findLatest())?.url

test('workers share one address, move with it, and register new versions beside old ones', async () => {
  const [shared, other, second] = [await freeUrl(), await freeUrl(), await freeUrl()]
  const first = await startOne({ PLINTH_WORKER_URL: shared })
  const bind = new URL(await freeUrl()).host
  const beside = await startOne({ PLINTH_WORKER_URL: shared, PLINTH_WORKER_BIND: bind })
  expect(await addresses()).toEqual([shared])
  expect(await deployments().discover(`http://${bind}`)).toContain('plinthRuns1/run')

  await expect(startOne({ PLINTH_WORKER_URL: other })).rejects.toThrow(
    `PLINTH_WORKER_URL is ${other}, but workers answer at ${shared}. All workers share one address`,
  )
  await expect(startOne({ PLINTH_WORKER_URL: shared, PLINTH_WORKER_VERSION: '3' })).rejects.toThrow(
    `Workers of version 2 answer at ${shared}. Workers of version 3 need an address`,
  )

  const [before] = await deployments().list()
  await stopOne(first)
  await stopOne(beside)
  const moved = await startOne({ PLINTH_WORKER_URL: other })
  expect(await addresses()).toEqual([shared])
  await eventually(async () => (await latest()) === other, 20_000)
  expect(await deployments().list()).toEqual([{ id: before?.id, url: other }])

  const next = await startOne({ PLINTH_WORKER_URL: second, PLINTH_WORKER_VERSION: '3' })
  expect(await latest()).toBe(second)
  // The first version has no open runs, so its deployment is removed.
  await eventually(async () => (await addresses()).join() === second, 20_000)
  await stopOne(moved)
  const text = `Workers of version 2 have been replaced by version 3, which answers at ${second}.`
  await expect(startOne({ PLINTH_WORKER_URL: other })).rejects.toThrow(text)

  await stopOne(next)
  await startOne({ PLINTH_WORKER_URL: other })
  await eventually(async () => (await latest()) === other, 20_000)
}, 120_000)
