import type { Queryable } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

/** When this installation began to sign its calls of the durable runtime. */
export async function findSigningStart(on: Queryable): Promise<Date> {
  const [row] = await on.query<{ since: Date }>(sql`select since from call_signing`)
  if (!row) throw new Error('The table call_signing is empty.')
  return row.since
}

/** Calls that are signed from now on need no key from before. */
export async function markRotated(on: Queryable): Promise<void> {
  await on.query(sql`update call_signing set rotated_at = now()`)
}

/** How many runs and tasks that are not over may have been signed with a key from before the last rotation. */
export async function countSignedBefore(on: Queryable): Promise<number> {
  const [row] = await on.query<{ count: number }>(sql`
    select (select count(*) from run
        where status in ('queued', 'running', 'waiting') and created_at < rotated_at)::integer
      + (select count(*) from open_task where promised_at < rotated_at)::integer as count
    from call_signing`)
  return row?.count ?? 0
}
