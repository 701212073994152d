import type { LiveCatalogue, LiveTable } from '@plinth/schema'
import type Sqlite from 'better-sqlite3'
import { digestOf, readRecord, toTrashEntry } from '../../engine/catalogue-record.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { SQLITE_INTERNAL_TABLES } from './bookkeeping.ts'

export interface ColumnRow {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
  hidden: number
}

export interface ForeignKeyRow {
  id: number
  seq: number
  table: string
  from: string
  on_delete: string
}

/** Reads the file's own schema and our recorded configuration. */
export function readSqliteCatalogue(database: Sqlite.Database): LiveCatalogue {
  const found = database
    .prepare<[], { name: string; type: string }>(
      `select name, type from sqlite_schema where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .all()
  const tables = found
    .filter(({ name }) => !(name in SQLITE_INTERNAL_TABLES))
    .map(({ name, type }) => readTable(database, { name, isView: type === 'view' }))
  const rows = database
    .prepare<[], { kind: string; definition: string }>(
      'select kind, definition from _plinth_catalogue order by kind, id',
    )
    .all()
  const applied = readRecord(rows, 'sqlite3')
  const trash = database
    .prepare<[], Record<string, string>>('select * from _plinth_trash order by trashed_on, id')
    .all()
  return {
    engine: 'sqlite3',
    schema: 'main',
    digest: digestOf({ applied, tables }),
    applied,
    tables,
    trash: trash.map(toTrashEntry),
  }
}

export function listColumns(database: Sqlite.Database, table: string): ColumnRow[] {
  return database.prepare<[string], ColumnRow>('select * from pragma_table_xinfo(?)').all(table)
}

export function listForeignKeys(database: Sqlite.Database, table: string): ForeignKeyRow[] {
  return database
    .prepare<[string], ForeignKeyRow>('select * from pragma_foreign_key_list(?) order by id, seq')
    .all(table)
}

function readTable(
  database: Sqlite.Database,
  { name, isView }: { name: string; isView: boolean },
): LiveTable {
  const columns = listColumns(database, name).map((column) => ({
    name: column.name,
    type: column.type,
    isRequired: column.notnull === 1,
    hasDefault: column.dflt_value !== null,
  }))
  if (isView) return { name, kind: 'view', columns, indexes: [], foreignKeys: [], rows: null }
  const indexes = database
    .prepare<[string], { name: string; unique: number }>(
      'select name, "unique" from pragma_index_list(?) order by name',
    )
    .all(name)
  const covered = database.prepare<[string], { name: string | null }>(
    'select name from pragma_index_info(?) order by seqno',
  )
  const isEmpty = database.prepare(`select 1 from ${quoteName(name)} limit 1`).get() === undefined
  return {
    name,
    kind: 'table',
    columns,
    indexes: indexes.map((index) => ({
      name: index.name,
      columns: covered.all(index.name).map((column) => column.name ?? ''),
      isUnique: index.unique === 1,
      isValid: true,
    })),
    foreignKeys: listForeignKeys(database, name).map((key) => ({
      name: `${name}.${key.from}`,
      column: key.from,
      target: key.table,
    })),
    rows: isEmpty ? 0 : null,
  }
}
