import { TRASH_RETENTION_DAYS } from '@plinth/contract'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import type { StartedJob } from '../../foundation/jobs/jobs.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { OperationsContext } from '../context.ts'
import { type DueMaintenance, scheduleNextCheck, takeDueMaintenance } from './maintenance-store.ts'

type Parts = Pick<OperationsContext, 'db' | 'engines' | 'jobs' | 'log'>

const EVERY_MS = 60_000
const RETRY_MS = 120_000
const DAY_MS = 86_400_000

const later = (ms: number) => new Date(Date.now() + ms)

/** Enqueues a release that is marked as running again; without one, the database completes or undoes what is left. */
async function recover(
  parts: Omit<Parts, 'jobs'>,
  { transaction, due }: { transaction: Transaction; due: DueMaintenance },
): Promise<void> {
  const { placement, runningId } = due
  const { environmentId } = placement
  if (runningId !== null) {
    // Applying a release is serialised and idempotent: a second attempt finds nothing to do.
    await addToOutbox(transaction, { topic: 'applyRelease', key: runningId })
    return scheduleNextCheck(transaction, { environmentId, recoverAt: later(RETRY_MS) })
  }
  const ended = await parts.engines[placement.engine].recover(placement)
  if (ended.length > 0)
    parts.log.info({ environmentId, ended }, 'maintenance: interrupted release recovered')
  await scheduleNextCheck(transaction, { environmentId, recoverAt: null })
}

/** Deletes trash past its retention, and plans the next time for the oldest that remains. */
async function purge(
  parts: Omit<Parts, 'jobs'>,
  { transaction, due }: { transaction: Transaction; due: DueMaintenance },
): Promise<void> {
  const { placement } = due
  const { environmentId } = placement
  const engine = parts.engines[placement.engine]
  const purged = await engine.purgeTrash(placement, {
    before: later(-TRASH_RETENTION_DAYS * DAY_MS),
  })
  if (purged.length > 0) parts.log.info({ environmentId, purged }, 'maintenance: trash deleted')
  const { trash } = await engine.readCatalogue(placement)
  const oldest = Math.min(...trash.map(({ trashedOn }) => Date.parse(trashedOn)))
  const next = Math.max(oldest + TRASH_RETENTION_DAYS * DAY_MS, Date.now() + DAY_MS / 24)
  await scheduleNextCheck(transaction, {
    environmentId,
    purgeAt: trash.length === 0 ? null : new Date(next),
  })
}

/** Maintains one environment that is due; false if there is none. */
export async function maintainNext(parts: Omit<Parts, 'jobs'>): Promise<boolean> {
  return parts.db.transaction(async (transaction) => {
    const due = await takeDueMaintenance(transaction)
    if (!due) return false
    const { environmentId } = due.placement
    try {
      if (due.mustRecover) await recover(parts, { transaction, due })
      if (due.mustPurge) await purge(parts, { transaction, due })
    } catch (error) {
      parts.log.warn(
        { err: error, environmentId },
        'maintenance: environment failed, retrying later',
      )
      const recoverAt = due.mustRecover ? { recoverAt: later(RETRY_MS) } : {}
      const purgeAt = due.mustPurge ? { purgeAt: later(DAY_MS / 24) } : {}
      await scheduleNextCheck(transaction, { environmentId, ...recoverAt, ...purgeAt })
    }
    return true
  })
}

/** Maintains environments at the start and every minute; processes share them through row locks. */
export function startMaintenance(parts: Parts): StartedJob {
  return parts.jobs.start({
    name: 'maintenance',
    everyMs: EVERY_MS,
    isImmediate: true,
    run: () => maintainNext(parts),
  })
}
