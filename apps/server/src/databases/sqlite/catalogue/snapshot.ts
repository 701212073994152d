import { rmSync } from 'node:fs'
import { shapesOf } from '@plinth/schema'
import type Sqlite from 'better-sqlite3'
import type { RowCount } from '../../engine/row-snapshot.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { readSqliteCatalogue } from './read-catalogue.ts'

/** Writes a consistent copy of the file to another path; writers are not blocked. */
export function copyInto(database: Sqlite.Database, into: string): null {
  rmSync(into, { force: true })
  database.prepare('vacuum into ?').run(into)
  return null
}

export function countSqliteRows(database: Sqlite.Database): RowCount {
  const { tables } = shapesOf(readSqliteCatalogue(database).applied)
  let rows = 0
  for (const { name } of tables.values()) {
    const found = database.prepare(`select count(*) as rows from ${quoteName(name)}`).get()
    rows += (found as { rows: number }).rows
  }
  return { tables: tables.size, rows }
}
