import type Sqlite from 'better-sqlite3'
import { refuse } from '../../engine/apply-trouble.ts'
import { type Found, findOperations } from '../../engine/operations.ts'
import { readableTablesOf } from '../../query-check/readable/readable-tables-of.ts'
import { quoteName } from '../../sql/quote-name.ts'
import type { Ground } from './ground.ts'
import { viewSqlOf } from './view-sql.ts'

/** Creates Computed tables whose queries have passed the check; SQLite resolves their names on the first read. */
export function createViews(database: Sqlite.Database, { plan }: Ground): void {
  const views = findOperations(plan, 'createView')
  if (views.length === 0) return
  const sqlOf = viewSqlOf(database, readableTablesOf(plan.wanted))
  for (const view of views) {
    // A prepared statement is refused if it holds more than one.
    attempt(view, () => database.prepare(sqlOf({ name: view.to, query: view.query })).run())
  }
  for (const view of views) {
    const columns = attempt(view, () =>
      database.prepare(`select * from ${quoteName(view.to)} limit 0`).columns(),
    )
    if (!columns.some(({ name }) => name === 'id'))
      throw refuse(view.stepId, `"${view.to}" must have a column "id".`)
  }
}

function attempt<T>(view: Found<'createView'>, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown'
    throw refuse(view.stepId, `The query of "${view.to}" does not run: ${message}`)
  }
}
