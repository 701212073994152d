import type { Queryable } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

/** Stores that the key was rotated: calls signed from now on need no older key. */
export async function markRotated(on: Queryable): Promise<void> {
  await on.query(sql`update call_signing set rotated_at = now()`)
}

/** How many unfinished runs and tasks may have been signed with a key from before the last rotation. */
export async function countSignedBefore(on: Queryable): Promise<number> {
  const [row] = await on.query<{ count: number }>(sql`
    select (select count(*) from run
        where status in ('queued', 'running', 'waiting') and created_at < rotated_at)::integer
      + (select count(*) from open_task where enqueued_at < rotated_at)::integer as count
    from call_signing`)
  return row?.count ?? 0
}
