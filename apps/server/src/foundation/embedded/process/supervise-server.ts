import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedLog } from './embedded.ts'
import { poll } from './poll.ts'
import { lastLogLine } from './server-log.ts'
import type { ServerPlan } from './server-plan.ts'
import { type ServerExit, type SpawnedServer, spawnServer } from './spawn-server.ts'
import { StartError } from './start-error.ts'

const firstDelayMs = 100
const longestDelayMs = 5_000
/** After this uptime the restart delay is reset. */
const steadyMs = 30_000

export interface SupervisedServer {
  isReady(): Promise<boolean>
  stop(): Promise<void>
}

/** Starts a server, waits until it is ready, and restarts it whenever it exits unexpectedly. */
export async function superviseServer(options: {
  plan: ServerPlan
  log: EmbeddedLog
  onExit(exit: ServerExit): void
}): Promise<SupervisedServer> {
  const { plan, log, onExit } = options
  const stopping = new AbortController()
  let server: SpawnedServer | undefined = await launch(plan, stopping.signal)
  let readyAt = performance.now()

  const restartOnExit = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      if (server) {
        const exit = await server.exited
        server = undefined
        if (stopping.signal.aborted) return
        log.error({ server: plan.name, ...exit }, 'embedded: server exited unexpectedly')
        onExit(exit)
        if (performance.now() - readyAt > steadyMs) failures = 0
      }
      await pause(Math.min(firstDelayMs * 2 ** failures, longestDelayMs), stopping.signal)
      failures += 1
      try {
        server = await launch(plan, stopping.signal)
        readyAt = performance.now()
        log.info({ server: plan.name }, 'embedded: server restarted')
      } catch (error) {
        if (!stopping.signal.aborted) {
          log.error({ server: plan.name, err: error }, 'embedded: server restart failed')
        }
      }
    }
  }
  const supervision = restartOnExit()

  return {
    isReady: async () => server?.pid !== undefined && plan.isReady(server.pid),
    stop: async () => {
      stopping.abort()
      if (server) await endServer(plan, server)
      await supervision
    },
  }
}

async function launch(plan: ServerPlan, stopping: AbortSignal): Promise<SpawnedServer> {
  await plan.prepare()
  stopping.throwIfAborted()
  const server = await spawnServer(plan.command)
  let exit: ServerExit | undefined
  server.exited.then((value) => {
    exit = value
  })
  const { pid } = server
  let ready = false
  await poll(
    async () => {
      ready = pid !== undefined && exit === undefined && (await plan.isReady(pid))
      return ready || exit !== undefined || stopping.aborted
    },
    { limitMs: plan.readyLimitMs },
  )
  if (ready && !stopping.aborted) return server
  await endServer(plan, server)
  throw new StartError(
    `The embedded ${plan.name} server did not start: ${await lastLogLine(plan.command.logFile)} ` +
      `(see ${plan.command.logFile})`,
  )
}

async function endServer(plan: ServerPlan, server: SpawnedServer): Promise<void> {
  for (const { signal, limitMs } of plan.stopSteps) {
    server.kill(signal)
    const patience = new AbortController()
    const ended = await Promise.race([
      server.exited.then(() => true),
      pause(limitMs, patience.signal).then(() => false),
    ])
    patience.abort()
    if (ended) return
  }
  server.kill('SIGKILL')
  await server.exited
}

async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopping }).catch(() => undefined)
}
