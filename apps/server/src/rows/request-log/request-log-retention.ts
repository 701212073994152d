import type { StartedJob } from '../../foundation/jobs/jobs.ts'
import type { RowsContext } from '../context.ts'
import {
  deleteOldCounts,
  deleteOldEntries,
  lockDueRequestLog,
  updateRetention,
} from './request-retention-store.ts'

type Parts = Pick<RowsContext, 'db' | 'env' | 'jobs'> & {
  readonly budgets: Pick<RowsContext['budgets'], 'of'>
}

const EVERY_MS = 10_000
const AGAIN_SECONDS = 600
const AT_ONCE = 5_000

/** Deletes a batch of one environment's log that is too old or too much; false if no environment is due. */
export async function deleteExpiredRequests({
  db,
  env,
  budgets,
}: Omit<Parts, 'jobs'>): Promise<boolean> {
  const { days, count } = env.requests
  return db.transaction(async (transaction) => {
    const due = await lockDueRequestLog(transaction, count)
    if (!due) return false
    const { environmentId, projectId } = due
    const isGone = projectId === null
    const keptDays = isGone ? 0 : Math.min(days, budgets.of(projectId).logDays.hard ?? days)
    const tooMany = Math.min(AT_ONCE, Math.max(0, Number(due.entries) - count))
    const named = { environmentId, days: keptDays, limit: AT_ONCE }
    const entries = await deleteOldEntries(transaction, { ...named, tooMany })
    const counts = await deleteOldCounts(transaction, named)
    const isDone = entries < AT_ONCE && counts < AT_ONCE
    await updateRetention(transaction, {
      environmentId,
      gone: entries,
      afterSeconds: isDone ? AGAIN_SECONDS : 0,
      isOver: isGone && isDone,
    })
    return true
  })
}

/** Keeps the request log within its limits; processes share the environments through row locks. */
export function startRequestLogRetention(parts: Parts): StartedJob {
  return parts.jobs.start({
    name: 'request-log-retention',
    everyMs: EVERY_MS,
    run: () => deleteExpiredRequests(parts),
  })
}
