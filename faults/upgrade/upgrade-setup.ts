import { openSink, type Sink } from '../runs/sink.ts'
import { openSharedServers } from '../stack/shared-servers.ts'
import type { Stack } from '../stack/stack.ts'
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

export async function openUpgradeSetup(): Promise<UpgradeSetup> {
  const release = checkOutPrevious()
  process.once('exit', release.remove)
  const sink = await openSink()
  const servers = await openSharedServers(sink)
  const front = new Front()
  const start = (build: Build, own: Record<string, string>) =>
    servers.start(own, build === 'old' ? { root: release.root } : {})
  return {
    dataDir: servers.dataDir,
    databaseUrl: servers.databaseUrl,
    adminUrl: servers.adminUrl,
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
      await servers.stop()
      sink.close()
      process.off('exit', release.remove)
      release.remove()
    },
  }
}
