import type Sqlite from 'better-sqlite3'

const NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`

/** The changes of rows; and one row with the last position, and the last one that was removed. */
export const SQLITE_LOG_TABLES: Readonly<Record<string, string>> = {
  _plinth_event: `id integer primary key, key text not null unique, table_id text not null, operation text not null,
    row_id text not null, row text not null, old text, by_kind text, run_id text, depth integer not null,
    created_on text not null default (${NOW})`,
  _plinth_log: `id integer primary key check (id = 1), epoch text not null, position integer not null,
    removed_to integer not null`,
}

/** The columns that an outbox of an older version lacks. Its events wait for every active trigger. */
const ADDED_COLUMNS: Readonly<Record<string, string>> = {
  position: 'integer',
  triggers: 'text',
  live: 'integer not null default 0',
  delivered: 'integer not null default 0',
  shape: 'text',
}

/** SQL for the bytes of an event's rows. */
export const SQLITE_EVENT_BYTES = 'octet_length(row) + coalesce(octet_length(old), 0)'

/** Statements must spell a condition as an index does. The last one spares trimming the events that wait. */
const INDEXES = [
  ['_plinth_event_waiting', '(id) where not delivered'],
  ['_plinth_event_position', '(position) where live'],
  ['_plinth_event_trim', `(delivered, position, created_on, ${SQLITE_EVENT_BYTES}) where live = 1`],
] as const

function createLog(database: Sqlite.Database): void {
  for (const [name, columns] of Object.entries(SQLITE_LOG_TABLES))
    database.exec(`create table if not exists ${name} (${columns}) strict`)
  const columns = database.pragma('table_info(_plinth_event)') as { name: string }[]
  const known = new Set(columns.map(({ name }) => name))
  for (const [name, type] of Object.entries(ADDED_COLUMNS))
    if (!known.has(name)) database.exec(`alter table _plinth_event add column ${name} ${type}`)
  for (const [name, what] of INDEXES)
    database.exec(`create index if not exists ${name} on _plinth_event ${what}`)
  database.exec(`insert or ignore into _plinth_log (id, epoch, position, removed_to)
    values (1, lower(hex(randomblob(16))), 0, 0)`)
}

/** Creates the log of an environment's file, or what an older one lacks. */
export function ensureSqliteLog(database: Sqlite.Database): void {
  database.transaction(() => createLog(database)).immediate()
}
