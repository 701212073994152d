import type Sqlite from 'better-sqlite3'
import { refuseStep } from '../../engine/apply-failure.ts'
import { findOperations, type PlannedOperation } from '../../engine/plan-operations.ts'
import { readableTablesOf } from '../../query-check/readable/readable-tables-of.ts'
import { quoteName } from '../../sql/quote-name.ts'
import type { SqliteMigrationScope } from './migration-scope.ts'
import { viewSqlOf } from './view-sql.ts'

/** Creates Computed tables whose queries have passed the check; SQLite resolves their names on the first read. */
export function createSqliteViews(database: Sqlite.Database, { plan }: SqliteMigrationScope): void {
  const views = findOperations(plan, 'createView')
  if (views.length === 0) return
  const sqlOf = viewSqlOf(database, readableTablesOf(plan.wanted))
  for (const view of views) {
    // prepare() rejects more than one statement.
    attempt(view, () => database.prepare(sqlOf({ name: view.to, query: view.query })).run())
  }
  for (const view of views) {
    const columns = attempt(view, () =>
      database.prepare(`select * from ${quoteName(view.to)} limit 0`).columns(),
    )
    if (!columns.some(({ name }) => name === 'id'))
      throw refuseStep(view.stepId, `"${view.to}" must have a column "id".`)
  }
}

function attempt<T>(view: PlannedOperation<'createView'>, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown'
    throw refuseStep(view.stepId, `The query of "${view.to}" does not run: ${message}`)
  }
}
