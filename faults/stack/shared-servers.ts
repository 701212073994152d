import { startEmbedded } from '../../apps/server/src/foundation/embedded/start-embedded.ts'
import { makeDataDir, removeDataDir, type Stack, startStack } from './stack.ts'

/** One platform database and one durable runtime, for several processes of the product. */
export interface SharedServers {
  dataDir: string
  databaseUrl: string
  /** The durable runtime's admin API. */
  adminUrl: string
  /** Settings that every process needs. */
  env: Record<string, string>
  newFolder(): string
  /** Starts a process with a data folder of its own. */
  start(own: Record<string, string>, options?: { root?: string }): Promise<Stack>
  /** Stops the processes, then the servers, and removes the folders. */
  stop(): Promise<void>
}

/** Workflows may call the sink, if there is one. */
export async function openSharedServers(sink?: {
  host: string
  port: number
}): Promise<SharedServers> {
  const folders: string[] = []
  const newFolder = () => {
    const folder = makeDataDir()
    folders.push(folder)
    return folder
  }
  const dataDir = newFolder()
  const log = { info() {}, warn() {}, error() {} }
  const embedded = await startEmbedded({ dataDir, postgres: true, restate: true, log })
  const databaseUrl = embedded.postgresUrl ?? ''
  const adminUrl = embedded.restate?.adminUrl ?? ''
  const env = {
    DATABASE_URL: databaseUrl,
    RESTATE_INGRESS_URL: embedded.restate?.ingressUrl ?? '',
    RESTATE_ADMIN_URL: adminUrl,
    RESTATE_IDENTITY_KEY: embedded.restate?.identityKey ?? '',
    PLINTH_SECRET_KEY: 'the same in every process, as it has to be',
    PLINTH_DEFAULT_ENGINE: 'postgres',
    ...(sink ? { PLINTH_EGRESS_ALLOW: `${sink.host}:${sink.port}` } : {}),
  }
  const started: Stack[] = []
  return {
    dataDir,
    databaseUrl,
    adminUrl,
    env,
    newFolder,
    async start(own, options = {}) {
      const stack = await startStack({ dataDir: newFolder(), env: { ...env, ...own }, ...options })
      started.push(stack)
      return stack
    },
    async stop() {
      for (const stack of started) if (!stack.hasEnded()) await stack.stop()
      await embedded.stop()
      for (const folder of folders) removeDataDir(folder)
    },
  }
}
