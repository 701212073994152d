import type { Database as EngineName } from '@plinth/contract'
import type { DatabaseEngine } from '../../apps/server/src/databases/engine/database-engine.ts'
import { openPostgresEngine } from '../../apps/server/src/databases/postgres/postgres-engine.ts'
import { openSqliteEngine } from '../../apps/server/src/databases/sqlite/sqlite-engine.ts'
import { startEmbedded } from '../../apps/server/src/foundation/embedded/start-embedded.ts'
import { openVault } from '../../apps/server/src/foundation/secrets/vault.ts'
import { eventually } from '../stack/eventually.ts'
import { findChildren } from '../stack/find-children.ts'
import {
  embeddedDatabaseUrl,
  isReady,
  makeDataDir,
  removeDataDir,
  type Stack,
  startStack,
} from '../stack/stack.ts'

const BACK_MS = 120_000

/** A deployment of the product whose components can be killed and restarted. */
export interface ReleaseSetup {
  engineName: EngineName
  /** Reads the projects' databases directly. */
  engine: DatabaseEngine
  kinds: readonly string[]
  address(): string
  databaseUrl(): string
  /** Sends SIGKILL, then restarts everything that does not restart itself. */
  killAndRestore(kind: string): Promise<void>
  stop(): Promise<void>
}

async function waitUntilReady(address: () => string): Promise<void> {
  if (await eventually(() => isReady(address()), { limitMs: BACK_MS })) return
  throw new Error(`not ready again after ${BACK_MS} ms`)
}

/** All roles in one process, with rows in SQLite. */
export async function openWhole(): Promise<ReleaseSetup> {
  const dataDir = makeDataDir()
  let stack: Stack = await startStack({ dataDir })
  return {
    engineName: 'sqlite3',
    engine: openSqliteEngine(dataDir),
    kinds: ['node', 'postgres', 'restate', 'all'],
    address: () => stack.address,
    databaseUrl: () => embeddedDatabaseUrl(dataDir),
    async killAndRestore(kind) {
      stack.kill(kind as 'node')
      if (kind === 'node' || kind === 'all') stack = await startStack({ dataDir })
      await waitUntilReady(() => stack.address)
    },
    async stop() {
      await stack.stop()
      removeDataDir(dataDir)
    },
  }
}

const PROGRAMS: Record<string, string> = { postgres: 'postgres', restate: 'restate-server' }

function killServers(kind: string): void {
  const program = PROGRAMS[kind] ?? ''
  for (const child of findChildren(process.pid)) {
    if (!child.program.startsWith(program)) continue
    try {
      process.kill(child.pid, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }
}

/** Separate server and worker, with rows in PostgreSQL; this process runs the two servers they depend on. */
export async function openApart(): Promise<ReleaseSetup> {
  const folders = { servers: makeDataDir(), api: makeDataDir(), worker: makeDataDir() }
  const log = { info() {}, warn() {}, error() {} }
  const held = await startEmbedded({ dataDir: folders.servers, postgres: true, restate: true, log })
  const { postgresUrl = '', restate, workerPort } = held
  const env = {
    DATABASE_URL: postgresUrl,
    RESTATE_INGRESS_URL: restate?.ingressUrl ?? '',
    RESTATE_ADMIN_URL: restate?.adminUrl ?? '',
    RESTATE_IDENTITY_KEY: restate?.identityKey ?? '',
    PLINTH_SECRET_KEY: 'the same in every process, as it has to be',
    PLINTH_DEFAULT_ENGINE: 'postgres',
  }
  const start = {
    api: () => startStack({ dataDir: folders.api, env: { ...env, PLINTH_ROLES: 'api' } }),
    worker: () =>
      startStack({
        dataDir: folders.worker,
        env: {
          ...env,
          PLINTH_ROLES: 'worker',
          PLINTH_WORKER_URL: `http://127.0.0.1:${workerPort}`,
        },
      }),
  }
  const stacks = { worker: await start.worker(), api: await start.api() }
  return {
    engineName: 'postgres',
    engine: openPostgresEngine({
      urlOf: () => postgresUrl,
      vault: openVault('unused'),
      egress: { allowed: new Set(), unverified: new Set() },
    }),
    kinds: ['api', 'worker', 'postgres', 'restate'],
    address: () => stacks.api.address,
    databaseUrl: () => postgresUrl,
    async killAndRestore(kind) {
      if (kind === 'api' || kind === 'worker') {
        stacks[kind].kill('all')
        stacks[kind] = await start[kind]()
      } else killServers(kind)
      await waitUntilReady(() => stacks.api.address)
      await waitUntilReady(() => stacks.worker.address)
    },
    async stop() {
      await stacks.api.stop()
      await stacks.worker.stop()
      await held.stop()
      for (const folder of Object.values(folders)) removeDataDir(folder)
    },
  }
}
