import { createServer } from 'node:net'
import { startEmbedded } from '../../apps/server/src/foundation/embedded/start-embedded.ts'
import { openSink, type Sink } from '../runs/sink.ts'
import { makeDataDir, removeDataDir, type Stack, startStack } from '../stack/stack.ts'
import { type CheckedOut, checkOutPrevious } from './check-out-release.ts'
import { Front } from './front.ts'

/** The previous release, or the build of this tree. */
export type Build = 'old' | 'new'

/** One platform database and one durable runtime, for processes of both builds. */
export interface UpgradeSetup {
  dataDir: string
  databaseUrl: string
  adminUrl: string
  sink: Sink
  front: Front
  release: CheckedOut
  /** Starts a process that serves requests and adds it to the front. */
  startWeb(build: Build): Promise<Stack>
  startWorker(build: Build, url: string): Promise<Stack>
  stop(): Promise<void>
}

/** Longer than the front needs to notice, also on a busy machine. */
const DRAIN_SECONDS = 4

export async function freeUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

export async function openUpgradeSetup(): Promise<UpgradeSetup> {
  const release = checkOutPrevious()
  process.once('exit', release.remove)
  const folders: string[] = []
  const newFolder = () => {
    const folder = makeDataDir()
    folders.push(folder)
    return folder
  }
  const dataDir = newFolder()
  const log = { info() {}, warn() {}, error() {} }
  const embedded = await startEmbedded({ dataDir, postgres: true, restate: true, log })
  const sink = await openSink()
  const front = new Front()
  const databaseUrl = embedded.postgresUrl ?? ''
  const env = {
    DATABASE_URL: databaseUrl,
    RESTATE_INGRESS_URL: embedded.restate?.ingressUrl ?? '',
    RESTATE_ADMIN_URL: embedded.restate?.adminUrl ?? '',
    RESTATE_IDENTITY_KEY: embedded.restate?.identityKey ?? '',
    PLINTH_SECRET_KEY: 'the same in every process, as it has to be',
    PLINTH_DEFAULT_ENGINE: 'postgres',
    PLINTH_EGRESS_ALLOW: `${sink.host}:${sink.port}`,
  }
  const started: Stack[] = []
  const start = async (build: Build, own: Record<string, string>) => {
    const root = build === 'old' ? { root: release.root } : {}
    const stack = await startStack({ dataDir: newFolder(), env: { ...env, ...own }, ...root })
    started.push(stack)
    return stack
  }
  return {
    dataDir,
    databaseUrl,
    adminUrl: env.RESTATE_ADMIN_URL,
    sink,
    front,
    release,
    async startWeb(build) {
      const own = { PLINTH_ROLES: 'api,data', PLINTH_DRAIN_SECONDS: String(DRAIN_SECONDS) }
      const stack = await start(build, own)
      front.add(stack)
      return stack
    },
    startWorker: (build, url) => start(build, { PLINTH_ROLES: 'worker', PLINTH_WORKER_URL: url }),
    async stop() {
      front.close()
      for (const stack of started) if (!stack.hasEnded()) await stack.stop()
      sink.close()
      await embedded.stop()
      process.off('exit', release.remove)
      release.remove()
      for (const folder of folders) removeDataDir(folder)
    },
  }
}
