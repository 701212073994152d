import http2 from 'node:http2'
import * as restate from '@restatedev/restate-sdk'
import type { Logger } from 'pino'
import type { TaskTopic } from '../platform/outbox-store.ts'
import type { Steps, TaskHandler } from './durable.ts'
import type { RunWorld } from './run-world.ts'
import type { ScheduleWorld } from './schedule-world.ts'
import { runServices } from './serve-runs.ts'
import { scheduleService } from './serve-schedules.ts'
import { TASKS } from './service-names.ts'

type Outcome<T> = { done: true; value: T } | { done: false; reason: string }

const LONGEST_PAUSE_MS = 60_000

/** Steps on top of the engine: a failure is a value, so that siblings are never run again for it. */
function stepsOf(context: restate.ObjectContext, log: Logger): Steps {
  return {
    runId: context.request().id,
    async untilDone<T>(name: string, work: () => Promise<T>): Promise<T> {
      for (let attempt = 0; ; attempt += 1) {
        const outcome = await context.run<Outcome<T | null>>(
          `${name} ${attempt}`,
          async () => {
            try {
              return { done: true, value: (await work()) ?? null }
            } catch (error) {
              log.warn({ err: error, step: name, attempt }, 'a durable step failed; trying again')
              return { done: false, reason: error instanceof Error ? error.message : 'unknown' }
            }
          },
          { maxRetryAttempts: 1 },
        )
        if (outcome.done) return outcome.value as T
        await context.sleep(Math.min(100 * 2 ** Math.min(attempt, 12), LONGEST_PAUSE_MS))
      }
    },
  }
}

export interface ServedTasks {
  close(): Promise<void>
}

/** Listens for the durable engine; with its identity key, for nobody else. */
export async function serveTasks(options: {
  port: number
  host: string
  identityKey: string | undefined
  handlers: Record<TaskTopic, TaskHandler>
  /** Hears of a promise that is kept; may be told again. */
  settle: (promiseId: string) => Promise<unknown>
  runs: RunWorld
  schedules: ScheduleWorld
  alwaysReplay: boolean
  log: Logger
}): Promise<ServedTasks> {
  const handlers = Object.fromEntries(
    Object.entries(options.handlers).map(([topic, handler]) => [
      topic,
      async (context: restate.ObjectContext, given?: { promiseId: string }) => {
        await handler(context.key, stepsOf(context, options.log))
        if (given) await options.settle(given.promiseId)
      },
    ]),
  )
  const tasks = restate.object({
    name: TASKS,
    handlers,
    options: { retryPolicy: { maxAttempts: 50, onMaxAttempts: 'kill', maxInterval: 5_000 } },
  })
  const server = http2.createServer(
    restate.createEndpointHandler({
      services: [tasks, ...runServices(options.runs, options), scheduleService(options.schedules)],
      ...(options.identityKey ? { identityKeys: [options.identityKey] } : {}),
      logger: (meta, message, ...more) => {
        const level = meta.level === 'error' || meta.level === 'warn' ? 'warn' : 'debug'
        options.log[level]({ more: more.map(String) }, String(message))
      },
    }),
  )
  const sessions = new Set<http2.ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const session of sessions) session.destroy()
      }),
  }
}
