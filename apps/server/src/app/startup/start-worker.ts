import { keepSealing } from '../../foundation/audit/seal-audit.ts'
import { verifyCalls } from '../../foundation/durable/check-calls.ts'
import { keepPromises } from '../../foundation/durable/keep-promises.ts'
import { keepRegistered } from '../../foundation/durable/keep-registered.ts'
import type { openDurable } from '../../foundation/durable/open-durable.ts'
import { closeTask, isTaskOpen } from '../../foundation/durable/open-task-store.ts'
import { type ServedTasks, serveTasks } from '../../foundation/durable/serve-tasks.ts'
import { sweepPlatform } from '../../foundation/platform/sweep-store.ts'
import { keepBackups } from '../../operations/backups/keep-backups.ts'
import { keepUp } from '../../operations/releases/keep-up.ts'
import { keepSweepingFiles } from '../../rows/files/sweep-files.ts'
import { keepMakingThumbnails } from '../../rows/files/thumbnail/keep-making-thumbnails.ts'
import { keepRequests } from '../../rows/request-log/keep-requests.ts'
import { keepEndingLostRuns } from '../../workflows/runs/execute/end-lost-runs.ts'
import { openRunHost } from '../../workflows/runs/execute/open-run-world.ts'
import { keepRuns } from '../../workflows/runs/history/keep-runs.ts'
import { relayRowEvents } from '../../workflows/triggers/row/relay-events.ts'
import { keepSchedules } from '../../workflows/triggers/schedule/keep-schedules.ts'
import { openScheduleHost } from '../../workflows/triggers/schedule/open-schedule-world.ts'
import type { Closers } from '../context/closers.ts'
import type { Context } from '../context/context.ts'
import type { Parts } from './start-parts.ts'
import { taskHandlers } from './task-handlers.ts'

/** Serves the durable engine's tasks, and keeps up what has to be done again and again. */
export async function startWorker(
  context: Context & { durable: ReturnType<typeof openDurable> },
  { parts, closers }: { parts: Parts; closers: Closers },
): Promise<void> {
  const { env, log, db } = context
  const { client, signer } = context.durable
  const { findSubmission } = client
  const apart = env.workerUrl === undefined ? undefined : new URL(env.workerUrl)
  const served: ServedTasks = await serveTasks({
    port: apart ? Number(apart.port || 80) : parts.workerPort,
    host: apart ? '0.0.0.0' : '127.0.0.1',
    identityKey: parts.restate.identityKey,
    handlers: taskHandlers(context),
    isOnRecord: (task) => isTaskOpen(db, task),
    settle: (task) => closeTask(db, task),
    signer,
    findSubmission,
    hooks: [verifyCalls({ signer, findSubmission, log })],
    runs: openRunHost(context),
    schedules: openScheduleHost(context),
    alwaysReplay: env.alwaysReplay,
    log,
  })
  closers.add(() => served.close())
  const workerUrl = apart?.href ?? `http://127.0.0.1:${parts.workerPort}`
  if (env.restate === undefined) await client.moveTo(workerUrl)
  await client.register(workerUrl)
  const registered = keepRegistered({ client, workerUrl, log })
  closers.add(async () => registered.stop())
  const sweeping = sweepPlatform(context)
  closers.add(async () => sweeping.stop())
  const files = keepSweepingFiles(context)
  closers.add(() => files.stop())
  const thumbnails = keepMakingThumbnails(context)
  closers.add(() => thumbnails.stop())
  const ending = keepEndingLostRuns(context)
  closers.add(async () => ending.stop())
  const promises = keepPromises(context)
  closers.add(async () => promises.stop())
  const schedules = keepSchedules(context)
  closers.add(async () => schedules.stop())
  const keeping = keepRuns(context)
  closers.add(() => keeping.stop())
  const requests = keepRequests(context)
  closers.add(() => requests.stop())
  const sealing = keepSealing(context)
  closers.add(() => sealing.stop())
  const events = relayRowEvents(context)
  closers.add(() => events.stop())
  const backups = keepBackups(context)
  closers.add(() => backups.stop())
  const upkeep = keepUp(context)
  closers.add(() => upkeep.stop())
}
