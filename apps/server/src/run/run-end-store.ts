import type { Database, Queryable } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { type NodeRecord, recordNodes } from './node-store.ts'

export interface RunEnd {
  id: string
  status: 'succeeded' | 'failed' | 'cancelled'
  result: string | null
  error: { node: string; message: string } | null
  /** What its nodes did, as far as it is not on record yet. */
  records?: readonly NodeRecord[]
}

export interface EndedRuns {
  /** Whether each was ended by this, in their order. */
  isEnded: boolean[]
  /** How many others got a slot that became free, and are promised now. */
  admitted: number
}

/** Ends runs, each once, and gives their slots on to those who wait, in one statement. */
export async function endRuns(
  on: Queryable,
  ends: readonly RunEnd[],
  { beforeTheyBegan = false } = {},
): Promise<EndedRuns> {
  const rows = await on.query<{ id: string; admitted: number }>(sql`
    select id, admitted from end_runs(${ends.map(({ id }) => id)}::text[],
      ${ends.map(({ status }) => status)}::text[], ${ends.map(({ result }) => result)}::text[],
      ${ends.map(({ error }) => error?.node ?? null)}::text[],
      ${ends.map(({ error }) => error?.message ?? null)}::text[], ${beforeTheyBegan})`)
  const ended = new Set(rows.map(({ id }) => id))
  return { isEnded: ends.map(({ id }) => ended.has(id)), admitted: rows[0]?.admitted ?? 0 }
}

/** Ends runs with everything that is to be on record of them, in one transaction. */
export async function endWithRecords(db: Database, ends: readonly RunEnd[]): Promise<EndedRuns> {
  const records = ends.flatMap((end) => end.records ?? [])
  if (records.length === 0) return endRuns(db, ends)
  return db.transaction(async (transaction) => {
    await recordNodes(transaction, records)
    return endRuns(transaction, ends)
  })
}

/** Cancels a run that has not begun. */
export function cancelQueued(on: Queryable, id: string): Promise<EndedRuns> {
  const end = { id, status: 'cancelled', result: null, error: null } as const
  return endRuns(on, [end], { beforeTheyBegan: true })
}
