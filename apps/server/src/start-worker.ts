import { keepSealing } from './audit/seal-audit.ts'
import { keepBackups } from './backup/keep-backups.ts'
import type { Closers } from './closers.ts'
import type { Context } from './context.ts'
import { checkCalls } from './durable/check-calls.ts'
import { keepPromises } from './durable/keep-promises.ts'
import { keepRegistered } from './durable/keep-registered.ts'
import type { openDurable } from './durable/open-durable.ts'
import { type ServedTasks, serveTasks } from './durable/serve-tasks.ts'
import { keepSweepingFiles } from './file/sweep-files.ts'
import { keepMakingThumbnails } from './file/thumbnail/keep-making-thumbnails.ts'
import { findSigningStart } from './platform/call-signing-store.ts'
import { closeTask, isTaskOpen } from './platform/open-task-store.ts'
import { sweepPlatform } from './platform/sweep-store.ts'
import { keepUp } from './release/keep-up.ts'
import { keepRequests } from './request-log/keep-requests.ts'
import { relayRowEvents } from './row-event/relay-events.ts'
import { keepEndingLostRuns } from './run/end-lost-runs.ts'
import { keepRuns } from './run/keep-runs.ts'
import { openRunWorld } from './run/open-run-world.ts'
import type { Parts } from './start-parts.ts'
import { taskHandlers } from './task-handlers.ts'
import { keepSchedules } from './trigger/schedule/keep-schedules.ts'
import { openScheduleWorld } from './trigger/schedule/open-schedule-world.ts'

/** Serves the durable engine's tasks, and keeps up what has to be done again and again. */
export async function startWorker(
  context: Context & { durable: ReturnType<typeof openDurable> },
  { parts, closers }: { parts: Parts; closers: Closers },
): Promise<void> {
  const { env, log, db } = context
  const { client, signer } = context.durable
  const signedSince = await findSigningStart(db)
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
    hooks: [checkCalls({ signer, findSubmission, signedSince, log })],
    runs: openRunWorld(context),
    schedules: openScheduleWorld(context),
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
