import { createHash } from 'node:crypto'
import type { Configuration } from '@plinth/contract'
import type Sqlite from 'better-sqlite3'
import {
  eventMarks,
  listCells,
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
  type WatchedTables,
} from '../../engine/row-event.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { sqliteDialect } from '../../sql/sqlite-dialect.ts'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const writer = (column: string) => `(select ${column} from _plinth_writer)`

/** An update that leaves every cell byte-identical writes no event. */
function writeChanged({ table }: WatchedTable): string {
  const of = (alias: string) => listCells(table).map(({ cell }) => `${alias}.${cell?.text}`)
  return `when (${of('old')}) is not (${of('new')})`
}

function writeTrigger(watched: WatchedTable, operation: RowOperation): string {
  const { table } = watched
  const alias = operation === 'deleted' ? 'old' : 'new'
  const eventRow = (side: 'new' | 'old') => writeEventRow(sqliteDialect, { table, alias: side })
  const hash = createHash('sha256').update(`${table.id} ${operation}`).digest('hex').slice(0, 24)
  const { triggers, isLive, isDelivered } = eventMarks(watched, operation)
  return `create trigger ${quoteName(`${EVENT_PREFIX}${hash}`)} after ${TRIGGER_EVENTS[operation]}
    on ${quoteName(table.name)} ${operation === 'updated' ? writeChanged(watched) : ''} begin
    update _plinth_log set position = position + 1;
    insert into _plinth_event (key, table_id, operation, row_id, row, old, by_kind, run_id, depth, position, triggers,
      live, delivered, shape)
    values (lower(hex(randomblob(16))), ${literal(table.id)}, '${operation}',
      ${alias}.${table.key.text}, ${eventRow(alias)}, ${operation === 'updated' ? eventRow('old') : 'null'},
      ${writer('by_kind')}, ${writer('run_id')}, coalesce(${writer('depth')}, 0),
      (select position from _plinth_log), ${triggers === null ? 'null' : literal(triggers)}, ${isLive}, ${isDelivered},
      ${literal(shapeOf(table))});
    end`
}

/** Drops the triggers, so that a migration writes no row events and can alter the tables. */
export function dropSqliteTriggers(database: Sqlite.Database): void {
  const found = database
    .prepare<[], { name: string }>(`select name from sqlite_schema where type = 'trigger'`)
    .all()
  for (const { name } of found) {
    if (name.startsWith(EVENT_PREFIX)) database.exec(`drop trigger ${quoteName(name)}`)
  }
}

/** Creates the triggers for the watched tables of a configuration. */
export function placeSqliteTriggers(
  database: Sqlite.Database,
  { configuration, watched }: { configuration: Configuration; watched: WatchedTables },
): void {
  dropSqliteTriggers(database)
  const options = { configuration, schema: 'main', dialect: sqliteDialect, watched }
  for (const each of listWatched(options)) {
    for (const operation of each.watching.operations) database.exec(writeTrigger(each, operation))
  }
}

/** The environment's watched tables, from `_plinth_meta`. */
export function readSqliteWatched(database: Sqlite.Database): WatchedTables {
  const stored = database.prepare<[string], { value: string }>(
    'select value from _plinth_meta where key = ?',
  )
  return readWatched((key) => stored.get(key)?.value)
}

/** Stores which tables are watched, and deletes pending events of all others. */
export function recordWatched(database: Sqlite.Database, watched: WatchedTables): void {
  const put = database.prepare(
    'insert into _plinth_meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
  )
  for (const stored of printWatched(watched)) put.run(...stored)
  database
    .prepare('delete from _plinth_event where table_id not in (select value from json_each(?))')
    .run(JSON.stringify(Object.keys(watched)))
}
