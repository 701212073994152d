import type pg from 'pg'
import { quoteName } from '../../sql/quote-name.ts'

/** The internal tables of every environment's schema. */
export const POSTGRES_INTERNAL_TABLES = [
  '_plinth_meta',
  '_plinth_catalogue',
  '_plinth_migration',
  '_plinth_trash',
  '_plinth_audit',
  '_plinth_repeat',
] as const

const COLUMNS: Record<(typeof POSTGRES_INTERNAL_TABLES)[number], string> = {
  _plinth_meta: 'key text primary key, value text not null',
  _plinth_catalogue:
    'id text primary key, kind text not null, name text not null, definition text not null',
  _plinth_migration: `id text primary key, number bigint generated always as identity, state text not null,
    by text not null, plan text not null, progress text not null default '{}', undoes text, undone_by text,
    started_on timestamptz(3) not null default now(), applied_on timestamptz(3)`,
  _plinth_trash: `id text primary key, kind text not null, table_id text, column_id text, name text not null,
    trash_name text not null, definition text not null, migration_id text not null, reason text not null,
    trashed_on timestamptz(3) not null default now()`,
  _plinth_audit: `id bigint generated always as identity primary key, staff_id text not null, action text not null,
    table_id text not null, table_name text not null, row_id text, before text, after text,
    request_id text not null, created_on timestamptz(3) not null`,
  _plinth_repeat: `principal text not null, key text not null, content text not null, answer text not null,
    created_on timestamptz(3) not null, primary key (principal, key)`,
}

/** For looking up audit entries and expiring stored answers. */
const INDEXES = [
  ['_plinth_audit', '_plinth_audit_request', 'request_id'],
  ['_plinth_audit', '_plinth_audit_time', 'created_on, id'],
  ['_plinth_repeat', '_plinth_repeat_time', 'created_on'],
] as const

/** Creates the internal tables that an environment lacks. */
export async function ensurePostgresTables(client: pg.Client, schema: string): Promise<void> {
  const inside = quoteName(schema)
  for (const table of POSTGRES_INTERNAL_TABLES) {
    await client.query(`create table if not exists ${inside}.${table} (${COLUMNS[table]})`)
  }
  for (const [table, index, columns] of INDEXES) {
    await client.query(`create index if not exists ${index} on ${inside}.${table} (${columns})`)
  }
}

/** Lets a column default read a bound value, so that no value is written into a statement's text. */
export async function ensureFillFunction(client: pg.Client, schema: string): Promise<void> {
  const inside = quoteName(schema)
  await client.query(
    `create or replace function ${inside}._plinth_fill(wanted text) returns jsonb language sql stable
     return (select value::jsonb from ${inside}._plinth_meta where key = 'fill:' || wanted)`,
  )
}
