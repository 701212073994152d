import type { RowsContext } from '../context.ts'
import {
  deleteOldCounts,
  deleteOldEntries,
  lockDueRequestLog,
  updateRetention,
} from './request-retention-store.ts'

type Parts = Pick<RowsContext, 'db' | 'env' | 'log'>

const EVERY_MS = 10_000
const AGAIN_SECONDS = 600
const AT_ONCE = 5_000

/** Forgets some of one environment's log that is too old or too much; false if none is due. */
export async function keepRequestsOnce({ db, env }: Pick<Parts, 'db' | 'env'>): Promise<boolean> {
  const { days, count } = env.requests
  return db.transaction(async (transaction) => {
    const due = await lockDueRequestLog(transaction, count)
    if (!due) return false
    const { environmentId, isGone } = due
    const keptDays = isGone ? 0 : days
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

/** Keeps the request log within its bounds; of several processes one looks at an environment. */
export function keepRequests(parts: Parts): { stop(): Promise<void> } {
  let isStopped = false
  let running: Promise<void> | undefined
  const look = async () => {
    while (!isStopped && (await keepRequestsOnce(parts)));
  }
  const timer = setInterval(() => {
    running ??= look()
      .catch((error) => parts.log.warn({ err: error }, 'old requests were not forgotten'))
      .finally(() => {
        running = undefined
      })
  }, EVERY_MS)
  timer.unref()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
