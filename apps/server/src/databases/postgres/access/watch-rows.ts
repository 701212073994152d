import { createHash } from 'node:crypto'
import type { Configuration } from '@plinth/contract'
import pg from 'pg'
import type { Placement } from '../../engine/database-engine.ts'
import {
  eventMarks,
  listWatched,
  shapeOf,
  type WatchedTable,
  writeEventRow,
} from '../../engine/event-row.ts'
import { printWatched, readWatched } from '../../engine/read-watched.ts'
import {
  EVENT_PREFIX,
  type RowOperation,
  TRIGGER_EVENTS,
  WATCHED_KEY,
  WATCHING_KEY,
  type WatchedTables,
} from '../../engine/row-event.ts'
import { postgresDialect } from '../../sql/postgres-dialect.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { countLog, ensureLog, eventTableOf, resetLog } from '../catalogue/event-log.ts'
import { readPostgresCatalogue } from '../catalogue/read-catalogue.ts'
import { inShortTransaction } from '../connection/transact.ts'

const FOUND = `
  select t.tgname as name, c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = to_regnamespace($1) and not t.tgisinternal and starts_with(t.tgname, $2)`

/** Trigger name: stable when the table is renamed, different when the watched operations change. */
function nameOf({ table, watching: { operations } }: WatchedTable): string {
  const hash = createHash('sha256')
    .update(`${table.id} ${[...operations].sort()}`)
    .digest('hex')
  return `${EVENT_PREFIX}${hash.slice(0, 24)}`
}

const setting = (name: string) => `nullif(current_setting('plinth.${name}', true), '')`

function writeFunction(watched: WatchedTable, placement: Placement): string {
  const { table } = watched
  const literal = pg.escapeLiteral
  const eventRow = (alias: 'new' | 'old') => writeEventRow(postgresDialect, { table, alias })
  const insert = (operation: RowOperation, alias: 'new' | 'old', row: string, old: string) => {
    const { triggers, isLive, isDelivered } = eventMarks(watched, operation)
    return `
    insert into ${eventTableOf(placement)} (environment_id, table_id, operation, row_id, row, old, by_kind, run_id,
      depth, triggers, live, delivered, shape)
    values (${literal(placement.environmentId)}, ${literal(table.id)}, '${operation}',
      ${alias}.${table.key.text}::text, ${row}, ${old}, ${setting('by')}, ${setting('run')},
      coalesce(${setting('depth')}::integer, 0), ${triggers === null ? 'null' : literal(triggers)},
      ${isLive}, ${isDelivered}, ${literal(shapeOf(table))});`
  }
  return `begin
    if current_setting('plinth.quiet', true) = 'on' then return null; end if;
    if tg_op = 'INSERT' then ${insert('created', 'new', eventRow('new'), 'null')}
    elsif tg_op = 'DELETE' then ${insert('deleted', 'old', eventRow('old'), 'null')}
    elsif old *<> new then ${insert('updated', 'new', eventRow('new'), eventRow('old'))}
    end if;
    return null;
  end`
}

/** Removes all our triggers and their functions. */
export async function removeTriggers(client: pg.Client, schema: string): Promise<void> {
  const inside = quoteName(schema)
  const result = await client.query<{ name: string; table: string }>(FOUND, [inside, EVENT_PREFIX])
  for (const { name } of result.rows) {
    await client.query(`drop function ${inside}.${quoteName(name)}() cascade`)
  }
}

/** Creates, replaces and drops triggers to match the watched tables of a configuration; call within a transaction. */
export async function placePostgresTriggers(
  client: pg.Client,
  options: { placement: Placement; configuration: Configuration; watched: WatchedTables },
): Promise<void> {
  const { placement, configuration, watched } = options
  const { schema } = placement
  const inside = quoteName(schema)
  const result = await client.query<{ name: string; table: string }>(FOUND, [inside, EVENT_PREFIX])
  const wanted = listWatched({ configuration, schema, dialect: postgresDialect, watched })
  const names = new Map(wanted.map((each) => [nameOf(each), each]))
  if (wanted.length > 0) await ensureLog(client, placement)
  const isUnchanged = (trigger: { name: string; table: string }) =>
    names.get(trigger.name)?.table.name === trigger.table
  for (const { name, table } of result.rows.filter((trigger) => !isUnchanged(trigger))) {
    await client.query(`drop trigger ${quoteName(name)} on ${inside}.${quoteName(table)}`)
    if (!names.has(name)) await client.query(`drop function ${inside}.${quoteName(name)}()`)
  }
  for (const [name, each] of names) {
    const body = pg.escapeLiteral(writeFunction(each, placement))
    const made = `${inside}.${quoteName(name)}()`
    await client.query(
      `create or replace function ${made} returns trigger language plpgsql as ${body}`,
    )
    if (result.rows.some((trigger) => trigger.name === name && isUnchanged(trigger))) continue
    const events = each.watching.operations
      .map((operation) => TRIGGER_EVENTS[operation])
      .join(' or ')
    await client.query(
      `create trigger ${quoteName(name)} after ${events} on ${each.table.from.text}
       for each row execute function ${made}`,
    )
  }
}

/** The environment's watched tables, from `_plinth_meta`. */
export async function readPostgresWatched(
  client: pg.Client,
  schema: string,
): Promise<WatchedTables> {
  const result = await client.query<{ key: string; value: string }>(
    `select key, value from ${quoteName(schema)}._plinth_meta where key = any($1)`,
    [[WATCHED_KEY, WATCHING_KEY]],
  )
  return readWatched((key) => result.rows.find((row) => row.key === key)?.value)
}

/** Stores which tables are watched, and deletes pending events of all others. */
async function recordWatched(
  client: pg.Client,
  { placement, watched }: { placement: Placement; watched: WatchedTables },
): Promise<void> {
  const put = `insert into ${quoteName(placement.schema)}._plinth_meta (key, value) values ($1, $2)
    on conflict (key) do update set value = excluded.value`
  for (const stored of printWatched(watched)) await client.query(put, [...stored])
  await client.query(
    `delete from ${eventTableOf(placement)} where environment_id = $1 and table_id <> all($2)`,
    [placement.environmentId, Object.keys(watched)],
  )
  await countLog(client, placement)
}

/** Makes exactly these tables write events; the caller must hold the environment's lock. */
export async function watchRows(
  client: pg.Client,
  { placement, watched }: { placement: Placement; watched: WatchedTables },
): Promise<void> {
  await inShortTransaction(client, async () => {
    await ensureLog(client, placement)
    await resetLog(client, placement)
    const { applied: configuration } = await readPostgresCatalogue(client, placement.schema)
    await placePostgresTriggers(client, { placement, configuration, watched })
    await recordWatched(client, { placement, watched })
  })
}
