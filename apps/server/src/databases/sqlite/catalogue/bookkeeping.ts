import type Sqlite from 'better-sqlite3'
import { ensureSqliteLog, SQLITE_LOG_TABLES } from './event-log.ts'

const NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`

/** The internal tables of every environment's file. */
export const SQLITE_INTERNAL_TABLES: Readonly<Record<string, string>> = {
  _plinth_meta: 'key text primary key, value text not null',
  _plinth_catalogue:
    'id text primary key, kind text not null, name text not null, definition text not null',
  _plinth_migration: `number integer primary key, id text not null unique, state text not null, by text not null,
    plan text not null, undoes text, undone_by text, started_on text not null default (${NOW}), applied_on text`,
  _plinth_trash: `id text primary key, kind text not null, table_id text, column_id text, name text not null,
    trash_name text not null, definition text not null, migration_id text not null, reason text not null,
    trashed_on text not null default (${NOW})`,
  _plinth_audit: `id integer primary key, staff_id text not null, action text not null, table_id text not null,
    table_name text not null, row_id text, before text, after text, request_id text not null,
    created_on text not null`,
  _plinth_repeat: `principal text not null, key text not null, content text not null, answer text not null,
    created_on text not null, primary key (principal, key)`,
  _plinth_writer: `id integer primary key check (id = 1), by_kind text, run_id text, depth integer not null`,
  ...SQLITE_LOG_TABLES,
}

/** For looking up audit entries and expiring stored answers. */
const INDEXES = [
  ['_plinth_audit', '_plinth_audit_request', 'request_id'],
  ['_plinth_audit', '_plinth_audit_time', 'created_on, id'],
  ['_plinth_repeat', '_plinth_repeat_time', 'created_on'],
] as const

/** Creates the internal tables that an environment lacks. */
export function ensureSqliteTables(database: Sqlite.Database): void {
  for (const [name, columns] of Object.entries(SQLITE_INTERNAL_TABLES)) {
    database.exec(`create table if not exists ${name} (${columns}) strict`)
  }
  for (const [table, index, columns] of INDEXES) {
    database.exec(`create index if not exists ${index} on ${table} (${columns})`)
  }
  ensureSqliteLog(database)
}
