import { DatabaseSync } from 'node:sqlite'
import { quoteName } from '../../quote-name.ts'
import { QueryFault } from '../query-fault.ts'
import type { ReadableTable } from '../readable-table.ts'
import { prepareQuery } from './prepare-query.ts'

export interface SqliteCheck {
  readonly query: string
  readonly tables: readonly ReadableTable[]
  readonly parameters: number
}

/**
 * Compiles a query against empty tables in memory, and throws a QueryFault if it is refused. The tables are temporary
 * ones, so that a query cannot reach around the views of a file by naming the schema `main`.
 */
export function compileQuery(check: SqliteCheck): void {
  compileOver(check.tables, check)
  const visible = check.tables.map((table) =>
    'columns' in table ? { name: table.name, columns: table.columns } : table,
  )
  // The authorizer is not asked about columns in USING, so they must be missing once.
  if (check.tables.some((table) => 'columns' in table && table.hiddenColumns?.length))
    compileOver(visible, check)
}

function compileOver(
  tables: readonly ReadableTable[],
  { query, parameters }: Omit<SqliteCheck, 'tables'>,
): void {
  const database = new DatabaseSync(':memory:')
  try {
    for (const table of tables) makeEmpty(database, table)
    prepareQuery(database, { query, tables })
    if (parameters > 0) return
    database.setAuthorizer(null)
    refuseParameters(database, query)
  } finally {
    database.close()
  }
}

function makeEmpty(database: DatabaseSync, table: ReadableTable): void {
  const name = quoteName(table.name)
  if ('columns' in table) {
    const columns = [...table.columns, ...(table.hiddenColumns ?? [])]
    database.exec(`create temp table ${name} (${columns.map(quoteName).join(', ')})`)
    return
  }
  try {
    database.prepare(`create temp view ${name} as ${table.query}`).run()
  } catch {
    // A Computed table whose query does not parse cannot be read; the query that names it is refused.
  }
}

/** A view cannot have parameters, so SQLite itself finds one that nothing is bound to. */
function refuseParameters(database: DatabaseSync, query: string): void {
  try {
    database.prepare(`create temp view "plinth query" as ${query}`)
  } catch {
    throw new QueryFault('The query has a parameter that no value is bound to.')
  }
}
