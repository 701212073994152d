import { join } from 'node:path'
import { checkLayout, markLayout } from './data-folder/check-layout.ts'
import { loadPorts, type Ports } from './data-folder/load-ports.ts'
import { type DataLock, lockDataDir } from './data-folder/lock-data-dir.ts'
import { openDataDir } from './data-folder/open-data-dir.ts'
import { planPostgres } from './postgres/plan-postgres.ts'
import { chooseServerUser, type ServerUser } from './process/choose-server-user.ts'
import type {
  Embedded,
  EmbeddedOptions,
  EmbeddedRestate,
  UnexpectedExit,
} from './process/embedded.ts'
import { endLeftovers } from './process/end-leftovers.ts'
import { findPostgresFiles, findRestateBinary } from './process/native-files.ts'
import type { ServerName, ServerPlan } from './process/server-plan.ts'
import { canFollowParent } from './process/spawn-server.ts'
import { type SupervisedServer, superviseServer } from './process/supervise-server.ts'
import { planRestate } from './restate/plan-restate.ts'

interface Startup {
  dataDir: string
  ports: Ports
  user: ServerUser
  options: EmbeddedOptions
  servers: Partial<Record<ServerName, SupervisedServer>>
  listeners: ((exit: UnexpectedExit) => void)[]
}

/**
 * Starts PostgreSQL and Restate in a data directory and locks it for this process.
 * For the main thread only: the servers exit with the thread that started them.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  await checkLayout(options.dataDir)
  const user = await chooseServerUser()
  const dataDir = await openDataDir(options.dataDir, user)
  const lock = lockDataDir(dataDir)
  const servers: Startup['servers'] = {}
  try {
    await markLayout(dataDir)
    if (!canFollowParent())
      options.log.warn({}, 'embedded: setpriv is missing, servers survive kill -9 of this process')
    await clearLeftovers(dataDir, options)
    const ports = await loadPorts(dataDir, options.log)
    return await startServers({ dataDir, ports, user, options, servers, listeners: [] }, lock)
  } catch (error) {
    await stopAll(servers)
    lock.release()
    throw error
  }
}

// Must run before the ports are checked: a server that is shutting down still occupies its port.
async function clearLeftovers(dataDir: string, { postgres, restate, log }: EmbeddedOptions) {
  const folders = [
    ...(postgres
      ? [
          {
            folder: join(dataDir, 'postgres'),
            files: [join(findPostgresFiles(), 'bin', 'postgres')],
          },
        ]
      : []),
    ...(restate ? [{ folder: join(dataDir, 'restate'), files: [findRestateBinary()] }] : []),
  ]
  await Promise.all(folders.map((leftovers) => endLeftovers({ ...leftovers, log })))
}

async function startServers(startup: Startup, lock: DataLock): Promise<Embedded> {
  const { options, servers, listeners, ports } = startup
  const starting = {
    postgres: options.postgres ? startPostgres(startup) : undefined,
    restate: options.restate ? startRestate(startup) : undefined,
  }
  // Both are awaited even if one fails, so that the other can be stopped too.
  await Promise.allSettled(Object.values(starting))
  const postgresUrl = await starting.postgres
  const restate = await starting.restate
  let stopped: Promise<void> | undefined
  return {
    ...(postgresUrl === undefined ? {} : { postgresUrl }),
    ...(restate === undefined ? {} : { restate }),
    workerPort: ports.worker,
    check: () => checkAll(servers),
    onExit: (listener) => void listeners.push(listener),
    stop: () => {
      stopped ??= stopAll(servers).finally(() => lock.release())
      return stopped
    },
  }
}

async function startPostgres(startup: Startup): Promise<string> {
  const { dataDir, user, options } = startup
  const { plan, url } = await planPostgres({ dataDir, user, log: options.log })
  await supervise(startup, plan)
  return url
}

async function startRestate(startup: Startup): Promise<EmbeddedRestate> {
  const { dataDir, user, options } = startup
  const { log, alwaysReplay = false } = options
  const { plan, restate } = await planRestate({ dataDir, user, log, alwaysReplay })
  await supervise(startup, plan)
  return restate
}

async function supervise(startup: Startup, plan: ServerPlan): Promise<void> {
  const { log } = startup.options
  const since = performance.now()
  const onExit = (exit: Omit<UnexpectedExit, 'server'>) => {
    for (const listener of startup.listeners) listener({ server: plan.name, ...exit })
  }
  startup.servers[plan.name] = await superviseServer({ plan, log, onExit })
  log.info(
    { server: plan.name, ms: Math.round(performance.now() - since) },
    'embedded: server is ready',
  )
}

async function checkAll(servers: Startup['servers']): ReturnType<Embedded['check']> {
  const answers = await Promise.all(
    Object.entries(servers).map(async ([name, server]) => [name, await server.isReady()]),
  )
  return Object.fromEntries(answers)
}

async function stopAll(servers: Startup['servers']): Promise<void> {
  await Promise.all(Object.values(servers).map((server) => server.stop()))
}
