import type Sqlite from 'better-sqlite3'

const NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`

/** The tables that are ours in every environment's file. */
export const OWN_TABLES: Readonly<Record<string, string>> = {
  _plinth_meta: 'key text primary key, value text not null',
  _plinth_catalogue:
    'id text primary key, kind text not null, name text not null, definition text not null',
  _plinth_migration: `number integer primary key, id text not null unique, state text not null, by text not null,
    plan text not null, undoes text, undone_by text, started_on text not null default (${NOW}), applied_on text`,
  _plinth_gone: `id text primary key, kind text not null, table_id text, column_id text, name text not null,
    gone_name text not null, definition text not null, migration_id text not null, reason text not null,
    gone_on text not null default (${NOW})`,
}

/** Makes what an environment lacks of our own tables. */
export function ensureBookkeeping(database: Sqlite.Database): void {
  for (const [name, columns] of Object.entries(OWN_TABLES)) {
    database.exec(`create table if not exists ${name} (${columns}) strict`)
  }
}
