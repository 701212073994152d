import { yieldEvery } from '../../../foundation/concurrency/yield-every.ts'
import { addToOutbox } from '../../../foundation/durable/outbox-store.ts'
import type { StartedJob } from '../../../foundation/jobs/jobs.ts'
import type { WorkflowsContext } from '../../context.ts'
import { findNextTime } from './find-next-time.ts'
import { listSettledSchedules } from './schedule-store.ts'

type Parts = Pick<WorkflowsContext, 'db' | 'durable' | 'log'>

const SYNC_EVERY_MS = 60_000
/** A runtime that has just started refuses requests for a moment. */
const RETRY_MS = 1_000

const TURN_MS = 10

/** Enqueues a timer for every active schedule for which the durable runtime has none. */
async function restoreTimers({ db, durable, log }: Parts): Promise<void> {
  // Read before the runtime is queried: a schedule that is activated in between has its task already.
  const settled = await listSettledSchedules(db)
  if (settled.length === 0) return
  const kept = await durable.scheduledKeys()
  const pause = yieldEvery(TURN_MS)
  const lost: typeof settled = []
  for (const schedule of settled) {
    if (kept.has(schedule.key)) continue
    // Never true for a schedule that never fires, which is searched here every minute.
    if (findNextTime(schedule.settings, new Date())) lost.push(schedule)
    await pause()
  }
  if (lost.length === 0) return
  log.warn({ schedules: lost.length }, 'schedules: timers lost by the durable runtime, set again')
  await db.transaction(async (transaction) => {
    for (const { key } of lost) await addToOutbox(transaction, { topic: 'syncSchedule', key })
  })
  durable.wake()
}

/** Sets the timers of active schedules again after the durable runtime has lost its data. */
export function startScheduleSync(parts: Parts & Pick<WorkflowsContext, 'jobs'>): StartedJob {
  return parts.jobs.start({
    name: 'sync-schedules',
    everyMs: SYNC_EVERY_MS,
    retryMs: RETRY_MS,
    isImmediate: true,
    run: () => restoreTimers(parts),
  })
}
