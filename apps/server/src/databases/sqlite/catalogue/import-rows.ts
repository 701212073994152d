import type { Configuration } from '@plinth/contract'
import { shapesOf } from '@plinth/schema'
import type Sqlite from 'better-sqlite3'
import { quoteName } from '../../sql/quote-name.ts'
import { openFile } from './open-file.ts'
import { listColumns } from './read-catalogue.ts'

export interface ImportRequest {
  /** A file from an archive: its rows are copied, its schema is not trusted. */
  from: string
  applied: Configuration
  replaced: readonly (readonly [from: string, to: string])[]
}

const SYSTEM = ['id', 'createdOn', 'updatedOn']
const AUDIT = ['staff_id', 'action', 'table_id', 'table_name', 'row_id', 'before', 'after']
const AUDIT_COLUMNS = [...AUDIT, 'request_id', 'created_on']

interface SourceTable {
  name: string
  /** The columns to copy; all columns of the table if omitted. */
  columns?: readonly string[]
}

function listSources(applied: Configuration): SourceTable[] {
  const { tables, joins } = shapesOf(applied)
  return [
    ...[...tables.values()].map(({ name, columns }) => ({
      name,
      columns: [...SYSTEM, ...columns.map((column) => column.name)],
    })),
    ...[...joins.values()].map(({ name }) => ({ name })),
    { name: '_plinth_audit', columns: AUDIT_COLUMNS },
  ]
}

/** Only plain columns of real tables: reading views, virtual tables and generated columns runs code. */
function findColumns(incoming: Sqlite.Database, { name, columns }: SourceTable): string[] {
  const found = incoming
    .prepare<[string], { sql: string }>(
      `select sql from sqlite_schema where type = 'table' and name = ? and rootpage > 0`,
    )
    .get(name)
  if (!found || /^\s*create\s+virtual/i.test(found.sql)) {
    throw new Error(`The rows of the archive do not match its configuration: ${name}`)
  }
  return listColumns(incoming, name)
    .filter((column) => column.hidden === 0 && (!columns || columns.includes(column.name)))
    .map((column) => column.name)
}

/** Row by row: views of both files name their schema `main`, so neither can be attached to the other. */
function copyTable(
  { database, incoming }: { database: Sqlite.Database; incoming: Sqlite.Database },
  source: SourceTable,
): void {
  const stored = findColumns(incoming, source)
  const [name, columns] = [quoteName(source.name), stored.map(quoteName).join(', ')]
  const rows = incoming.prepare<[], unknown[]>(`select ${columns} from ${name} order by rowid`)
  const places = stored.map(() => '?').join(', ')
  const insert = database.prepare(`insert into ${name} (${columns}) values (${places})`)
  for (const row of rows.raw().safeIntegers().iterate()) insert.run(row)
}

function replaceTexts(database: Sqlite.Database, { applied, replaced }: ImportRequest): void {
  for (const { name, columns } of shapesOf(applied).tables.values()) {
    for (const column of columns.filter(({ form }) => form === 'file' || form === 'files')) {
      const cell = quoteName(column.name)
      const update = database.prepare(
        `update ${quoteName(name)} set ${cell} = replace(${cell}, ?, ?) where instr(${cell}, ?) > 0`,
      )
      for (const [from, to] of replaced) update.run(from, to, from)
    }
  }
}

/**
 * Fills the empty tables of a new file with the rows of an untrusted one. Tables, indexes and views are
 * created from the configuration, so no trigger, view or expression of the untrusted file is copied.
 */
export function importSqliteRows(database: Sqlite.Database, request: ImportRequest): null {
  database.pragma('foreign_keys = off')
  const incoming = openFile(request.from, { fileMustExist: true })
  try {
    incoming.pragma('cell_size_check = on')
    const checked = incoming.pragma('quick_check(1)', { simple: true })
    if (checked !== 'ok') throw new Error(`restore: SQLite file is damaged: ${checked}`)
    database
      .transaction(() => {
        for (const source of listSources(request.applied)) copyTable({ database, incoming }, source)
        replaceTexts(database, request)
        // A restore creates the tables, so there is no change to undo.
        database.exec('delete from _plinth_migration')
        const broken = database.prepare('select "table" from pragma_foreign_key_check').get()
        if (broken) throw new Error('restore: rows reference missing rows')
      })
      .immediate()
  } finally {
    incoming.close()
  }
  return null
}
