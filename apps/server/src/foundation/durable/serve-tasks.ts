import http2 from 'node:http2'
import * as restate from '@restatedev/restate-sdk'
import type { Logger } from 'pino'
import type { CallSigner } from './call-signer.ts'
import type { Steps, TaskHandler } from './durable.ts'
import type { TaskOnRecord } from './open-task-store.ts'
import type { TaskTopic } from './outbox-store.ts'
import type { RunHost } from './run-host.ts'
import { TASKS } from './runtime-target.ts'
import type { ScheduleHost } from './schedule-host.ts'
import { runServices } from './serve-runs.ts'
import { scheduleService } from './serve-schedules.ts'
import type { FindSubmission } from './verify-calls.ts'

type Outcome = { done: true; value: null } | { done: false; reason: string }

const LONGEST_PAUSE_MS = 60_000

/**
 * The runtime suspends a task that is silent for so long. A task between two attempts holds one of the runtime's slots
 * until then: with a minute, 4,000 mails that cannot be sent would stop every new task and run.
 */
const SILENT_MS = 2_000

/**
 * Journaled steps. A failure is journaled as a value, so that it never repeats earlier steps. A step of a task that is not
 * on record does nothing.
 */
function stepsOf(
  context: restate.ObjectContext,
  { log, isOnRecord }: { log: Logger; isOnRecord: () => Promise<boolean> },
): Steps {
  return {
    invocationId: context.request().id,
    async untilDone(name, work, longestPauseMs = LONGEST_PAUSE_MS) {
      for (let attempt = 0; ; attempt += 1) {
        const outcome = await context.run<Outcome>(
          `${name} ${attempt}`,
          async () => {
            try {
              if (await isOnRecord()) await work()
              return { done: true, value: null }
            } catch (error) {
              log.warn({ err: error, step: name, attempt }, 'durable: step failed, retrying')
              return { done: false, reason: error instanceof Error ? error.message : 'unknown' }
            }
          },
          { maxRetryAttempts: 1 },
        )
        if (outcome.done) return
        await context.sleep(Math.min(100 * 2 ** Math.min(attempt, 12), longestPauseMs))
      }
    },
  }
}

/** The task that a call names; throws 400 for input of another shape. */
function taskOf(context: restate.ObjectContext, topic: TaskTopic, given: unknown): TaskOnRecord {
  const { taskId } = (given ?? {}) as { taskId?: unknown }
  if (typeof taskId !== 'string' || !/^\d{1,18}$/.test(taskId)) {
    throw new restate.TerminalError('The call names no task.', { errorCode: 400 })
  }
  return { id: taskId, topic, key: context.key }
}

export interface ServedTasks {
  /** Takes no new calls, so that the runtime sends them to another worker; those in progress continue. */
  drain(): void
  /** Ends calls in progress; the runtime continues them on another worker. */
  close(): Promise<void>
}

/** Serves the handlers to the durable runtime; with an identity key, only to the runtime that holds it. */
export async function serveTasks(options: {
  port: number
  host: string
  identityKey: string | undefined
  handlers: Record<TaskTopic, TaskHandler>
  /** Whether a task is on record and not done. */
  isOnRecord: (task: TaskOnRecord) => Promise<boolean>
  /** Called when a task is done, to delete its record. Idempotent. */
  settle: (task: TaskOnRecord) => Promise<unknown>
  /** Reject calls that are not ours. */
  hooks: restate.HooksProvider[]
  signer: CallSigner
  findSubmission: FindSubmission
  runs: RunHost
  schedules: ScheduleHost
  alwaysReplay: boolean
  log: Logger
}): Promise<ServedTasks> {
  const handlers = Object.fromEntries(
    Object.entries(options.handlers).map(([topic, handler]) => [
      topic,
      async (context: restate.ObjectContext, given: unknown) => {
        const task = taskOf(context, topic as TaskTopic, given)
        const isOnRecord = () => options.isOnRecord(task)
        await handler(context.key, stepsOf(context, { log: options.log, isOnRecord }))
        await options.settle(task)
      },
    ]),
  )
  const tasks = restate.object({
    name: TASKS,
    handlers,
    options: {
      ...(options.alwaysReplay ? {} : { inactivityTimeout: SILENT_MS }),
      hooks: options.hooks,
      retryPolicy: { maxAttempts: 50, onMaxAttempts: 'kill', maxInterval: 5_000 },
    },
  })
  const server = http2.createServer(
    restate.createEndpointHandler({
      services: [
        tasks,
        ...runServices(options.runs, options),
        scheduleService(options.schedules, options.hooks),
      ],
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
  const closed = new Promise<void>((resolve) => server.once('close', resolve))
  const drain = () => {
    if (server.listening) server.close()
    for (const session of sessions) session.close()
  }
  return {
    drain,
    async close() {
      drain()
      for (const session of sessions) session.destroy()
      await closed
    },
  }
}
