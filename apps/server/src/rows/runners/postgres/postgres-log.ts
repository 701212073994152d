import pg from 'pg'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { eventTableOf, logTableOf } from '../../../databases/postgres/catalogue/event-log.ts'
import { codeOf } from '../../../databases/postgres/connection/transact.ts'
import {
  KEPT_MINUTES,
  MAX_KEPT_CHANGES,
  MAX_READ_BYTES,
  REMOVED_AT_ONCE,
} from '../log-retention.ts'
import type { EventRead, LoggedChange, LogPage, LogRead, RowEvent } from '../row-runner.ts'
import type { SingleQueries } from './fair-connections.ts'

/** The log only exists once something is watched; until its upgrade an older one lacks columns. */
const MISSING: ReadonlySet<string> = new Set(['42P01', '42703'])

const PLACED_AT_ONCE = 5_000

const COLUMNS = `key, environment_id as "environmentId", table_id as "tableId", operation,
  row_id as "rowId", row, old, by_kind as by, run_id as "runId", depth, triggers`

interface Log {
  readonly on: SingleQueries
  readonly placement: Placement
}

async function unlessMissing<T>(work: Promise<T>, otherwise: T): Promise<T> {
  return work.catch((error) => {
    if (MISSING.has(codeOf(error))) return otherwise
    throw error
  })
}

/**
 * The oldest events of a data database that a trigger waits for. Two events of one row are in the order of its changes,
 * because the second writer waited for the first one's lock before it took a number.
 */
export async function readPostgresEvents(
  { on, placement }: Log,
  { max: most, except }: EventRead,
): Promise<readonly RowEvent[]> {
  const text = `select ${COLUMNS} from ${eventTableOf(placement)}
    where environment_id <> all($2::text[]) and not delivered order by id limit $1`
  const reading = on.query<RowEvent>({ text, values: [most, except] }).then(({ rows }) => rows)
  return unlessMissing(reading, [])
}

export async function endPostgresEvents(
  { on, placement }: Log,
  keys: readonly string[],
): Promise<void> {
  const events = eventTableOf(placement)
  const text = `with kept as (update ${events} set delivered = true where key = any($1::uuid[]) and live)
    delete from ${events} where key = any($1::uuid[]) and not live`
  await on.query({ text, values: [keys] })
}

/**
 * Gives committed changes the next positions of their environments. Each statement of the block has its own snapshot, so
 * the changes are read after the lock was taken, and the positions become visible together, in their order. The lock is
 * the lease: a process holds nothing between two blocks, so one that was suspended cannot give a position later.
 */
function placingText(placement: Placement): string {
  const [events, log] = [eventTableOf(placement), logTableOf(placement)]
  return `begin
    if not exists (select from ${events} where live and position is null) then return; end if;
    perform pg_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(log)}, 7234504));
    with waiting as (
      select id, environment_id from ${events} where live and position is null order by id limit ${PLACED_AT_ONCE}
    ), fresh as (
      select id, environment_id, row_number() over (partition by environment_id order by id) as place from waiting
    ), counted as (
      select environment_id, count(*) as places from fresh group by environment_id
    ), given as (
      insert into ${log} as log (environment_id, position) select environment_id, places from counted
      on conflict (environment_id) do update set position = log.position + excluded.position
      returning environment_id, position
    )
    update ${events} as event set position = given.position - counted.places + fresh.place
    from fresh join counted using (environment_id) join given using (environment_id) where event.id = fresh.id;
  end`
}

export async function placePostgresChanges({ on, placement }: Log): Promise<void> {
  const text = `do ${pg.escapeLiteral(placingText(placement))}`
  await unlessMissing(on.query({ text, values: [] }), undefined)
}

export async function trimPostgresLog({ on, placement }: Log): Promise<void> {
  const [events, log] = [eventTableOf(placement), logTableOf(placement)]
  const text = `with old as (
      select event.id from ${events} as event join ${log} as log using (environment_id)
      where event.live and event.delivered and event.position is not null
        and (event.created_on < now() - make_interval(mins => $1) or event.position <= log.position - $2)
      order by event.id limit $3
    ), removed as (
      delete from ${events} as event using old where event.id = old.id
      returning event.environment_id, event.position
    ), last as (select environment_id, max(position) as position from removed group by environment_id)
    update ${log} as log set removed_to = greatest(log.removed_to, last.position) from last
    where log.environment_id = last.environment_id`
  const values = [KEPT_MINUTES, MAX_KEPT_CHANGES, REMOVED_AT_ONCE]
  await unlessMissing(on.query({ text, values }), undefined)
}

type LogRow = Omit<LogPage, 'changes' | 'hasMore'> & {
  readonly changes: readonly LoggedChange[] | null
  readonly count: number
}

/** One statement, so that all is read from one snapshot. A change beyond the byte limit is only read if it is the first. */
export async function readPostgresLog(
  { on, placement }: Log,
  { after, max, maxBytes = MAX_READ_BYTES }: LogRead,
): Promise<LogPage | undefined> {
  const text = `with next as materialized (
      select position, table_id, operation, row_id, row, old, created_on,
        sum(octet_length(row) + coalesce(octet_length(old), 0)) over (order by position) as bytes,
        row_number() over (order by position) as place
      from (select * from ${eventTableOf(placement)} where environment_id = $1 and live and position > $2
        order by position limit $3 + 1) as event
    )
    select epoch, position::float8 as position, removed_to::float8 as "removedTo",
      (select count(*)::int from next) as count,
      (select json_agg(change) from (
        select position, table_id as "tableId", operation, row_id as "rowId", row, old,
          floor(extract(epoch from created_on) * 1000)::float8 as "madeAt"
        from next where place = 1 or (place <= $3 and bytes <= $4) order by position
      ) as change) as changes
    from ${logTableOf(placement)} where environment_id = $1`
  const values = [placement.environmentId, after, max, maxBytes]
  const reading = on.query<LogRow>({ text, values }).then(({ rows }) => rows[0])
  const log = await unlessMissing(reading, undefined)
  if (!log) return undefined
  const { count, changes: some, ...rest } = log
  const changes = some ?? []
  return { ...rest, changes, hasMore: count > changes.length }
}
