import type { RefusedQuery } from '../../database/query-check/find-refused-queries.ts'
import { quoteName } from '../../database/quote-name.ts'
import { type CheckedView, checkRecorded, MISSING_VIEW, refuseViews } from './check-recorded.ts'
import type { Recorded } from './row-runner.ts'
import type { SqliteRecord } from './sqlite-file.ts'

const OTHER_VIEW = 'its view in the database was created from another text.'

/** SQLite stores the statement of a view as it was written, but for its first two words. */
function isFrom(sql: string, { name, query }: CheckedView): boolean {
  const start = `create view ${quoteName(name)} as `
  return (
    sql.slice(0, start.length).toLowerCase() === start.toLowerCase() &&
    sql.slice(start.length).trim() === query
  )
}

/**
 * The names of the views that may be read. Earlier builds ran the text of a query as several statements, so a
 * query that passes is no proof that its view was created from it.
 */
export async function checkSqliteViews(
  rows: Recorded['rows'],
  found: SqliteRecord['viewSql'],
): Promise<{ views: readonly string[]; refused: readonly RefusedQuery[] }> {
  const { views, refused } = await checkRecorded(rows, 'sqlite3')
  const sqlOf = new Map(found.map(({ name, sql }) => [name, sql]))
  const missing = views.filter(({ name }) => !sqlOf.has(name))
  const there = views.filter(({ name }) => sqlOf.has(name))
  const other = there.filter((view) => !isFrom(sqlOf.get(view.name) ?? '', view))
  return {
    views: there.filter((view) => !other.includes(view)).map(({ name }) => name),
    refused: [...refused, ...refuseViews(missing, MISSING_VIEW), ...refuseViews(other, OTHER_VIEW)],
  }
}
