import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

interface Due extends Record<string, unknown> {
  environmentId: string
  entries: string
  /** Its project was deleted. */
  isGone: boolean
}

/** So much may be too much before it is worth a look. */
const SLACK = 1_000

/** An environment whose time has come or that has too many entries, held until the transaction ends. */
export async function takeDue(transaction: Transaction, count: number): Promise<Due | undefined> {
  const [row] = await transaction.query<Due>(sql`
    select environment_id as "environmentId", entries, not exists (
        select from environment join project on project.id = project_id
        where environment.id = environment_id and deleted_at is null
      ) as "isGone"
    from request_keep where look_at <= now() or entries > ${count + SLACK}
    order by look_at limit 1 for update skip locked`)
  return row
}

interface Named {
  environmentId: string
  days: number
  limit: number
}

/** Forgets entries, the oldest first: those too many and those too old; how many. */
export async function forgetEntries(
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

/** Forgets counts that are too old; how many. */
export async function forgetCounts(
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

/** Keeps the number of entries, and when to look next; nothing at all of what is over. */
export async function countKept(
  transaction: Transaction,
  kept: { environmentId: string; gone: number; afterSeconds: number; isOver: boolean },
): Promise<void> {
  const { environmentId, gone, afterSeconds, isOver } = kept
  if (isOver) {
    await transaction.query(sql`delete from request_keep where environment_id = ${environmentId}`)
    return
  }
  await transaction.query(sql`
    update request_keep set entries = greatest(0, entries - ${gone}::bigint),
      look_at = now() + ${afterSeconds} * interval '1 second'
    where environment_id = ${environmentId}`)
}
