import { readRecord } from '../../../databases/engine/catalogue-record.ts'
import type { RefusedQuery } from '../../../databases/query-check/find-refused-queries.ts'
import { readableTablesOf } from '../../../databases/query-check/readable/readable-tables-of.ts'
import type { PassingViews } from '../../../databases/sqlite/migrate/repair-views.ts'
import { checkRecorded, MISSING_VIEW, refuseViews } from '../check-recorded.ts'
import type { SqliteRecord } from './sqlite-file.ts'

interface Views {
  /** The names of views and triggers that do not match these queries. */
  find(passing: PassingViews): Promise<readonly string[]>
  repair(passing: PassingViews): Promise<void>
}

/**
 * The names of the views that may be read. A query that passes does not prove that its view was created from
 * it, so the file's views are compared, and recreated where they differ.
 */
export async function checkSqliteViews(
  { rows }: SqliteRecord,
  { find, repair }: Views,
): Promise<{ views: readonly string[]; refused: readonly RefusedQuery[] }> {
  const { views, refused } = await checkRecorded(rows, 'sqlite3')
  const tables = views.length > 0 ? readableTablesOf(readRecord(rows, 'sqlite3')) : []
  let other = await find({ views, tables })
  if (other.length > 0) {
    // A file that is read-only, or that a release has just changed, is compared as it is.
    await repair({ views, tables }).catch(() => undefined)
    other = await find({ views, tables })
  }
  const missing = views.filter(({ name }) => other.includes(name))
  const there = views.filter(({ name }) => !other.includes(name))
  return {
    views: there.map(({ name }) => name),
    refused: [...refused, ...refuseViews(missing, MISSING_VIEW)],
  }
}
