import type pg from 'pg'
import type { Placement } from '../../engine/database-engine.ts'
import { quoteName } from '../../sql/quote-name.ts'

const SCHEMA = '_plinth'
const EVENTS = '_plinth_event'
const LOG = '_plinth_log'

/** In an external database we may only write to its own schema. */
export const EXTERNAL_LOG_TABLES = [EVENTS, LOG] as const

type Place = Pick<Placement, 'connection' | 'schema'>

/** The changes of rows: one table for all environments of a data database. */
export function eventTableOf({ connection, schema }: Place): string {
  return connection ? `${quoteName(schema)}.${EVENTS}` : `${SCHEMA}.row_event`
}

/** One row for each environment: its last position, and the last one that was removed. */
export function logTableOf({ connection, schema }: Place): string {
  return connection ? `${quoteName(schema)}.${LOG}` : `${SCHEMA}.row_log`
}

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const known = await client.query('select to_regclass($1) as found', [table])
  return known.rows[0]?.found !== null
}

async function isComplete(client: pg.Client, log: string): Promise<boolean> {
  const newest = await client.query(
    `select 1 from pg_attribute where attrelid = to_regclass($1) and attname = 'bytes'`,
    [log],
  )
  return newest.rows.length > 0
}

/** The columns that an outbox of an older version lacks. Its events wait for every active trigger. */
const ADDED_COLUMNS = `add column if not exists position bigint, add column if not exists triggers text,
  add column if not exists live boolean not null default false,
  add column if not exists delivered boolean not null default false, add column if not exists shape text`

const INDEXES = [
  ['_plinth_event_waiting', '(id) where not delivered'],
  ['_plinth_event_to_place', '(environment_id, id) where live and position is null'],
  ['_plinth_event_position', '(environment_id, position) where live'],
] as const

/** Creates the log, or what an older one lacks; call within a transaction. */
export async function ensureLog(client: pg.Client, placement: Placement): Promise<void> {
  const [events, log] = [eventTableOf(placement), logTableOf(placement)]
  if (await isComplete(client, log)) return
  // Two environments of one database may create it at the same time.
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 7234502))', [events])
  if (!placement.connection) await client.query(`create schema if not exists ${SCHEMA}`)
  await client.query(`create table if not exists ${events} (
    id bigint generated always as identity primary key,
    key uuid not null unique default gen_random_uuid(),
    environment_id text not null, table_id text not null, operation text not null,
    row_id text not null, row text not null, old text, by_kind text, run_id text,
    depth integer not null, created_on timestamptz(3) not null default now())`)
  await client.query(`alter table ${events} ${ADDED_COLUMNS}`)
  for (const [name, what] of INDEXES)
    await client.query(`create index if not exists ${name} on ${events} ${what}`)
  await client.query(`create table if not exists ${log} (environment_id text primary key,
    schema text not null default '', epoch text not null default gen_random_uuid()::text,
    position bigint not null default 0, removed_to bigint not null default 0)`)
  // Last, because it tells that the others exist.
  await client.query(`alter table ${log} add column if not exists bytes bigint not null default 0`)
}

/** SQL for the bytes of an event's rows. */
export const EVENT_BYTES = 'octet_length(row) + coalesce(octet_length(old), 0)'

/** Counts the bytes of the environment's changes again, after some were deleted. */
export async function countLog(client: pg.Client, placement: Placement): Promise<void> {
  await client.query(
    `update ${logTableOf(placement)} set bytes = (
       select coalesce(sum(${EVENT_BYTES}), 0) from ${eventTableOf(placement)}
       where environment_id = $1 and live and position is not null)
     where environment_id = $1`,
    [placement.environmentId],
  )
}

/** Bytes of the changes that our database keeps of the rows in a schema; those of an external one are in the schema. */
export async function readLogBytes(client: pg.Client, schema: string): Promise<number> {
  const log = logTableOf({ connection: null, schema })
  if (!(await isComplete(client, log))) return 0
  const { rows } = await client.query<{ bytes: string }>(
    `select coalesce(sum(bytes), 0) as bytes from ${log} where schema = $1`,
    [schema],
  )
  return Number(rows[0]?.bytes ?? 0)
}

/** Begins the environment's log; a new epoch if its rows are in another schema than before. */
export async function resetLog(client: pg.Client, placement: Placement): Promise<void> {
  const log = logTableOf(placement)
  await client.query(
    `insert into ${log} as log (environment_id, schema) values ($1, $2)
     on conflict (environment_id) do update set schema = excluded.schema, epoch = excluded.epoch
     where log.schema <> excluded.schema`,
    [placement.environmentId, placement.schema],
  )
}

/**
 * Deletes the events of rows that are being dropped. After a restore the environment's rows may be in another schema of
 * the same database: then the log is theirs and stays.
 */
export async function deleteEvents(client: pg.Client, placement: Placement): Promise<void> {
  const [events, log] = [eventTableOf(placement), logTableOf(placement)]
  const { environmentId, schema } = placement
  if (!(await exists(client, log))) {
    if (await exists(client, events))
      await client.query(`delete from ${events} where environment_id = $1`, [environmentId])
    return
  }
  await client.query(
    `with dropped as (delete from ${log} where environment_id = $1 and schema in ('', $2))
     delete from ${events} where environment_id = $1
       and not exists (select from ${log} where environment_id = $1 and schema not in ('', $2))`,
    [environmentId, schema],
  )
}
