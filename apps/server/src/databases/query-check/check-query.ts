import { checkPostgresQuery } from './postgres/check-postgres-query.ts'
import type { QueryCheck } from './readable/query-check.ts'
import { QueryFault } from './readable/query-fault.ts'
import { checkSqliteQuery } from './sqlite/check-sqlite-query.ts'

const MAX_BYTES = 100_000

/**
 * Checks a query. Returns undefined if it passes, otherwise one sentence for the developer that contains no
 * stored value.
 */
export async function checkQuery(check: QueryCheck): Promise<string | undefined> {
  return (await findQueryFault(check))?.message
}

/** As checkQuery, with the position of the fault where the parser names one. */
export async function findQueryFault(check: QueryCheck): Promise<QueryFault | undefined> {
  const { query, database } = check
  if (query.includes('\0') || !query.isWellFormed())
    return new QueryFault('The query has a character that is not text. Remove it.')
  if (Buffer.byteLength(query) > MAX_BYTES)
    return new QueryFault('The query is longer than 100 kB. Shorten it.')
  if (query.trim() === '') return new QueryFault('The query is empty. Write a SELECT statement.')
  try {
    await (database === 'postgres' ? checkPostgresQuery(check) : checkSqliteQuery(check))
    return undefined
  } catch (error) {
    if (error instanceof QueryFault) return error
    throw error
  }
}
