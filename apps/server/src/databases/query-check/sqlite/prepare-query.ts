import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { QueryFault } from '../readable/query-fault.ts'
import type { ReadableTable } from '../readable/readable-table.ts'
import { QueryAuthorizer } from './query-authorizer.ts'

const ONE_STATEMENT = 'Write exactly one SELECT statement, without a semicolon.'

/**
 * Compiles a query that may read the given tables only. Throws a QueryFault if SQLite or the authorizer refuses it.
 * The authorizer stays on, because SQLite compiles a statement again when tables change.
 */
export function prepareQuery(
  database: DatabaseSync,
  { query, tables }: { query: string; tables: readonly ReadableTable[] },
): StatementSync {
  const authorizer = new QueryAuthorizer(tables)
  const compile = (text: string) => {
    try {
      return database.prepare(text)
    } catch (error) {
      const message = error instanceof Error ? error.message.replace(/[.?]$/, '') : 'unknown'
      throw new QueryFault(authorizer.denied ?? `The query does not run: ${message}.`)
    }
  }
  database.setAuthorizer(authorizer.authorize)
  const statement = compile(query)
  // SQLite compiles the first statement and ignores the rest of the text.
  if (statement.sourceSQL !== query) throw new QueryFault(ONE_STATEMENT)
  // Rejects everything that cannot be a sub-select: EXPLAIN, a semicolon, an unterminated comment.
  try {
    database.prepare(`select * from (${query}\n)`)
  } catch {
    throw new QueryFault(ONE_STATEMENT)
  }
  database.setAuthorizer(null)
  for (const name of authorizer.unreadNames)
    if (isReal(database, name))
      throw new QueryFault(`There is no table "${name}" that a query can read.`)
  database.setAuthorizer(authorizer.authorize)
  return statement
}

/** Whether a name exists outside the query, such as a pragma or the schema. */
function isReal(database: DatabaseSync, name: string): boolean {
  try {
    database.prepare(`select 1 from "${name.replaceAll('"', '""')}"`)
    return true
  } catch {
    return false
  }
}
