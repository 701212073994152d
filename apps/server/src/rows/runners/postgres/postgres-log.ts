import pg from 'pg'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import {
  EVENT_BYTES,
  eventTableOf,
  logTableOf,
} from '../../../databases/postgres/catalogue/event-log.ts'
import { codeOf } from '../../../databases/postgres/connection/transact.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import {
  KEPT_MINUTES,
  MAX_EVENT_BYTES,
  MAX_KEPT_BYTES,
  MAX_KEPT_CHANGES,
  MAX_READ_BYTES,
  REMOVED_AT_ONCE,
} from '../log-retention.ts'
import type { EventRead, LoggedChange, LogPage, LogRead, RowEvent } from '../row-runner.ts'
import { readExternalEvents, readExternalLog } from './external-log.ts'
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
  { max: most, maxBytes = MAX_EVENT_BYTES, except }: EventRead,
): Promise<readonly RowEvent[]> {
  const { connection, environmentId } = placement
  if (connection && except.includes(environmentId)) return []
  const [which, environments] = connection
    ? ['environment_id = $3', environmentId]
    : ['environment_id <> all($3::text[])', except]
  const text = `select ${COLUMNS} from (
      select event.*, sum(${EVENT_BYTES}) over (order by id) as sum, row_number() over (order by id) as place
      from (select * from ${eventTableOf(placement)}
        where ${which} and not delivered order by id limit $1) as event
    ) as sized where place = 1 or sum <= $2 order by id`
  const query = { text, values: [most, maxBytes, environments] }
  if (connection) return unlessMissing(readExternalEvents(on, { query, environmentId, most }), [])
  const reading = on.query<RowEvent>(query).then(({ rows }) => rows)
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
 * Gives the committed changes of one environment its next positions, once it has the lock. Each statement of a block has
 * its own snapshot, so the changes are read after the lock was taken, and the positions become visible together, in their
 * order. The lock is the lease: a process holds nothing between two blocks, so one that was suspended cannot give a
 * position later.
 */
function placingText(placement: Placement): string {
  const [events, log] = [eventTableOf(placement), logTableOf(placement)]
  return `with waiting as (
      select id, ${EVENT_BYTES} as bytes, row_number() over (order by id) as place from ${events}
      where live and position is null and environment_id = environment order by id limit ${PLACED_AT_ONCE}
    ), given as (
      insert into ${log} as log (environment_id, position, bytes) select environment, count(*), sum(bytes) from waiting
      having count(*) > 0
      on conflict (environment_id) do update
        set position = log.position + excluded.position, bytes = log.bytes + excluded.bytes
      returning position
    )
    update ${events} as event set position = given.position - (select count(*) from waiting) + waiting.place
    from waiting, given where event.id = waiting.id;`
}

/** SQL for the lock of the environment's positions. */
const lockOf = (placement: Placement): string =>
  `hashtextextended(${pg.escapeLiteral(logTableOf(placement))} || environment, 7234504)`

export async function placePostgresChanges({ on, placement }: Log): Promise<void> {
  const events = eventTableOf(placement)
  const block = `declare environment text := ${pg.escapeLiteral(placement.environmentId)};
  begin
    if not exists (select from ${events} where live and position is null and environment_id = environment)
    then return; end if;
    perform pg_advisory_xact_lock(${lockOf(placement)});
    ${placingText(placement)}
  end`
  const text = `do ${pg.escapeLiteral(block)}`
  await unlessMissing(on.query({ text, values: [] }), undefined)
}

/** Changes whose environment another process is giving positions to are left to that. */
export async function placeAllPostgresChanges({ on, placement }: Log): Promise<void> {
  const events = eventTableOf(placement)
  const block = `declare environment text;
  begin
    for environment in select distinct environment_id from ${events} where live and position is null loop
      if pg_try_advisory_xact_lock(${lockOf(placement)}) then ${placingText(placement)} end if;
    end loop;
  end`
  const text = `do ${pg.escapeLiteral(block)}`
  await unlessMissing(on.query({ text, values: [] }), undefined)
}

/** Removes what is too old or too much; of changes that are too many bytes, the oldest ones. */
export async function trimPostgresLog({ on, placement }: Log): Promise<boolean> {
  const [events, log] = [eventTableOf(placement), logTableOf(placement)]
  const removable = 'event.live and event.delivered and event.position is not null'
  const text = `with aged as (
      select event.id from ${events} as event join ${log} as log using (environment_id)
      where ${removable}
        and (event.created_on < now() - make_interval(mins => $1) or event.position <= log.position - $2)
      order by event.id limit $3
    ), sized as (
      select event.id, log.bytes - $4 as excess,
        sum(${EVENT_BYTES}) over (partition by environment_id order by event.position) - (${EVENT_BYTES}) as before
      from ${log} as log join ${events} as event using (environment_id) where log.bytes > $4 and ${removable}
    ), heavy as (select id from sized where before < excess order by id limit $3
    ), removed as (
      delete from ${events} as event where event.id in (select id from aged union select id from heavy)
      returning event.environment_id, event.position, ${EVENT_BYTES} as bytes
    ), last as (
      select environment_id, max(position) as position, sum(bytes) as bytes, count(*) as removed
      from removed group by environment_id
    ), marked as (
      update ${log} as log set removed_to = greatest(log.removed_to, last.position),
        bytes = greatest(0, log.bytes - last.bytes)
      from last where log.environment_id = last.environment_id
    )
    select coalesce(sum(removed), 0)::int as removed from last`
  const values = [KEPT_MINUTES, MAX_KEPT_CHANGES, REMOVED_AT_ONCE, MAX_KEPT_BYTES]
  const reading = on.query<{ removed: number }>({ text, values }).then(({ rows }) => rows[0])
  return ((await unlessMissing(reading, undefined))?.removed ?? 0) >= REMOVED_AT_ONCE
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
  const next = `with next as materialized (
      select position, table_id, operation, row_id, row, old, shape, created_on,
        sum(${EVENT_BYTES}) over (order by position) as bytes,
        row_number() over (order by position) as place
      from (select * from ${eventTableOf(placement)} where environment_id = $1 and live and position > $2
        order by position limit $3 + 1) as event
    )`
  const changes = `select position, table_id as "tableId", operation, row_id as "rowId", row, old, shape,
      floor(extract(epoch from created_on) * 1000)::float8 as "madeAt"
    from next where place = 1 or (place <= $3 and bytes <= $4) order by position`
  const head = `epoch, log.position::float8 as position, removed_to::float8 as "removedTo",
    coalesce((select value from ${quoteName(placement.schema)}._plinth_meta where key = 'release'), '') as release,
    (select count(*)::int from next) as count`
  const log = `${logTableOf(placement)} as log`
  const values = [placement.environmentId, after, max, maxBytes]
  if (placement.connection) {
    const text = `${next} select ${head}, change.position as at, "tableId", operation, "rowId", row, old, shape, "madeAt"
      from ${log} left join (${changes}) as change on true where environment_id = $1 order by change.position`
    return unlessMissing(readExternalLog(on, { query: { text, values }, after, max }), undefined)
  }
  const text = `${next} select ${head}, (select json_agg(change) from (${changes}) as change) as changes
    from ${log} where environment_id = $1`
  const reading = on.query<LogRow>({ text, values }).then(({ rows }) => rows[0])
  const found = await unlessMissing(reading, undefined)
  if (!found) return undefined
  const { count, changes: some, ...rest } = found
  const read = some ?? []
  return { ...rest, changes: read, hasMore: count > read.length }
}
