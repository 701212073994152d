import type Sqlite from 'better-sqlite3'
import type { RowUsage } from '../../engine/row-snapshot.ts'
import { countSqliteRows } from './snapshot.ts'

/** Counts the rows of a file and the bytes of its used pages, indexes included; free pages are used again. */
export function measureSqliteUsage(database: Sqlite.Database): RowUsage {
  const read = (name: string) => Number(database.pragma(name, { simple: true }))
  const pages = read('page_count') - read('freelist_count')
  return { rows: countSqliteRows(database).rows, bytes: pages * read('page_size') }
}
