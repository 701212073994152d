import { type Jobs, type StartedJob, stopAll } from '../jobs/jobs.ts'
import type { Database } from '../platform/database.ts'
import type { Env } from '../settings/env.ts'
import { deleteTooMany, deleteTooOld, deleteUnneeded, type Visited } from './retention-store.ts'
import { TABLE_BOUNDS } from './table-bounds.ts'

const EXPIRED_EVERY_MS = 600_000
const HISTORY_EVERY_MS = 3_600_000
const LIMIT = 1_000
const VISITS = 500

interface Sweep {
  readonly db: Database
  readonly signal?: AbortSignal
}

const bounds = Object.entries(TABLE_BOUNDS)

/** Deletes rows past their age, table by table and in batches; returns how many. */
export async function sweepAged({ db, signal }: Sweep): Promise<number> {
  let total = 0
  for (const [table, bound] of bounds) {
    if (bound.rule !== 'age') continue
    for (let deleted = LIMIT; deleted === LIMIT && !signal?.aborted; total += deleted) {
      deleted = await deleteTooOld(db, { table, bound, limit: LIMIT })
    }
  }
  return total
}

/** Visits a whole table in batches. A batch with deleted rows is visited again, as it may have more. */
async function visitAll(
  next: (after: string) => Promise<Visited>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let total = 0
  for (let after = ''; !signal?.aborted; ) {
    const { last, deleted } = await next(after)
    total += deleted
    if (last === null) break
    if (deleted === 0) after = last
  }
  return total
}

/** Deletes history beyond the newest rows, and rows that nothing needs any more; returns how many. */
export async function sweepHistory({
  db,
  signal,
  keep,
}: Sweep & { keep: number }): Promise<number> {
  let total = 0
  const batch = { visits: VISITS, limit: LIMIT }
  for (const [table, bound] of bounds) {
    if (bound.rule === 'newest') {
      const next = (after: string) => deleteTooMany(db, { table, bound, after, keep, ...batch })
      total += await visitAll(next, signal)
    } else if (bound.rule === 'unneeded') {
      const next = (after: string) => deleteUnneeded(db, { table, bound, after, ...batch })
      total += await visitAll(next, signal)
    }
  }
  return total
}

/** Keeps the tables of the platform's database within the bounds that {@link TABLE_BOUNDS} declares. */
export function startPlatformSweep({
  db,
  jobs,
  env,
}: {
  db: Database
  jobs: Jobs
  env: Pick<Env, 'historyCount'>
}): StartedJob {
  return stopAll([
    jobs.start({
      name: 'platform-sweep',
      everyMs: EXPIRED_EVERY_MS,
      run: async (signal) => {
        await sweepAged({ db, signal })
      },
    }),
    jobs.start({
      name: 'history-sweep',
      everyMs: HISTORY_EVERY_MS,
      run: async (signal) => {
        await sweepHistory({ db, signal, keep: env.historyCount })
      },
    }),
  ])
}
