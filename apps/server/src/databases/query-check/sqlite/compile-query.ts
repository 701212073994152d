import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { quoteName } from '../../sql/quote-name.ts'
import { QueryFault } from '../readable/query-fault.ts'
import type { ReadableTable } from '../readable/readable-table.ts'
import { prepareQuery } from './prepare-query.ts'

const UNBOUND = 'The query has a parameter that no value is bound to.'

export interface SqliteCheck {
  readonly query: string
  readonly tables: readonly ReadableTable[]
  readonly parameters: number
}

/**
 * Compiles a query against empty tables in memory, and throws a QueryFault if it is refused. The tables are
 * temporary, so that a query cannot bypass the views of a file by naming the schema `main`.
 */
export function compileQuery(check: SqliteCheck): void {
  compileOver(check.tables, check)
  const visible = check.tables.map((table) =>
    'columns' in table ? { name: table.name, columns: table.columns } : table,
  )
  // The authorizer is not called for columns in USING, so compile once more without the hidden ones.
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
    database.setAuthorizer(null)
    if (parameters > 0) refuseUnbound(database, { query, parameters })
    else refuseParameters(database, query)
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
    // A Computed table whose query does not parse cannot be read; a query that names it is refused.
  }
}

/** A view cannot have parameters, so SQLite itself finds an unbound one. */
function refuseParameters(database: DatabaseSync, query: string): void {
  try {
    database.prepare(`create temp view "plinth query" as ${query}`)
  } catch {
    throw new QueryFault(UNBOUND)
  }
}

/** SQLite treats an unbound parameter as null. EXPLAIN lists the parameters that are read and executes nothing. */
function refuseUnbound(
  database: DatabaseSync,
  { query, parameters }: { query: string; parameters: number },
): void {
  const explained = database.prepare(`explain ${query}`)
  explained.setAllowBareNamedParameters(false)
  const opcodes = explained.all() as { opcode: string; p1: number }[]
  const read = new Set(opcodes.filter(({ opcode }) => opcode === 'Variable').map(({ p1 }) => p1))
  const bound = Array.from({ length: parameters }, (_, at) => `$${at + 1}`)
  if (read.size > bound.filter((name) => hasParameter(explained, name)).length)
    throw new QueryFault(UNBOUND)
}

function hasParameter(statement: StatementSync, name: string): boolean {
  try {
    statement.all({ [name]: null })
    return true
  } catch {
    return false
  }
}
