import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

interface Due extends Record<string, unknown> {
  environmentId: string
  entries: string
  /** Null if its project was erased. */
  projectId: string | null
}

/** Entries over the limit before an environment becomes due early. */
const SLACK = 1_000

/** Locks an environment that is due or has too many entries; the lock ends with the transaction. */
export async function lockDueRequestLog(
  transaction: Transaction,
  count: number,
): Promise<Due | undefined> {
  const [row] = await transaction.query<Due>(sql`
    select environment_id as "environmentId", entries, (
        select project_id from environment where environment.id = environment_id
      ) as "projectId"
    from request_retention where due_at <= now() or entries > ${count + SLACK}
    order by due_at limit 1 for update skip locked`)
  return row
}

interface Named {
  environmentId: string
  days: number
  limit: number
}

/** Deletes entries over the count or age limit, oldest first; returns their number. */
export async function deleteOldEntries(
  on: Queryable,
  { environmentId, days, limit, tooMany }: Named & { tooMany: number },
): Promise<number> {
  const [row] = await on.query<{ gone: number }>(sql`
    with oldest as (
      select ctid, answered_at, row_number() over (order by answered_at, id) as place
      from (
        select ctid, answered_at, id from request_entry where environment_id = ${environmentId}
        order by answered_at, id limit ${limit}
      ) as part
    ), gone as (
      delete from request_entry where ctid = any (array(
        select ctid from oldest
        where place <= ${tooMany} or answered_at < now() - ${days} * interval '1 day'
      )) returning 1
    ) select count(*)::int as gone from gone`)
  return row?.gone ?? 0
}

/** Deletes counts over the age limit; returns their number. */
export async function deleteOldCounts(
  on: Queryable,
  { environmentId, days, limit }: Named,
): Promise<number> {
  const [row] = await on.query<{ gone: number }>(sql`
    with gone as (
      delete from request_minute where ctid = any (array(
        select ctid from request_minute
        where environment_id = ${environmentId} and minute < now() - ${days} * interval '1 day'
        limit ${limit}
      )) returning 1
    ) select count(*)::int as gone from gone`)
  return row?.gone ?? 0
}

/** Updates the number of entries and the next due time; deletes the record of an erased project. */
export async function updateRetention(
  transaction: Transaction,
  result: { environmentId: string; gone: number; afterSeconds: number; isOver: boolean },
): Promise<void> {
  const { environmentId, gone, afterSeconds, isOver } = result
  if (isOver) {
    await transaction.query(
      sql`delete from request_retention where environment_id = ${environmentId}`,
    )
    return
  }
  await transaction.query(sql`
    update request_retention set entries = greatest(0, entries - ${gone}::bigint),
      due_at = now() + ${afterSeconds} * interval '1 second'
    where environment_id = ${environmentId}`)
}
