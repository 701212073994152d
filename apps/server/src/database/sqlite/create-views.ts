import type Sqlite from 'better-sqlite3'
import { refuse } from '../apply-trouble.ts'
import { type Found, findOperations } from '../operations.ts'
import { readableTablesOf } from '../query-check/readable-tables-of.ts'
import { quoteName } from '../quote-name.ts'
import type { Ground } from './ground.ts'

/** Creates Computed tables whose queries have passed the check; SQLite resolves their names on the first read. */
export function createViews(database: Sqlite.Database, { plan }: Ground): void {
  const views = findOperations(plan, 'createView')
  if (views.length === 0) return
  const narrowed = narrowTables(database, plan.wanted)
  for (const view of views) {
    const query = narrowed === '' ? view.query : `with ${narrowed} select * from (${view.query}\n)`
    // A prepared statement is refused if it holds more than one.
    attempt(view, () => database.prepare(`create view ${quoteName(view.to)} as ${query}`).run())
  }
  for (const view of views) {
    const columns = attempt(view, () =>
      database.prepare(`select * from ${quoteName(view.to)} limit 0`).columns(),
    )
    if (!columns.some(({ name }) => name === 'id'))
      throw refuse(view.stepId, `"${view.to}" must have a column "id".`)
  }
}

/** Shadows each table that has hidden, hashed or set-aside columns by its other columns, so that * cannot read them. */
function narrowTables(database: Sqlite.Database, wanted: Ground['plan']['wanted']): string {
  const shadows = readableTablesOf(wanted).flatMap((table) => {
    if (!('columns' in table)) return []
    const stored = database.pragma(`table_info(${quoteName(table.name)})`) as unknown[]
    if (stored.length === table.columns.length) return []
    const name = quoteName(table.name)
    const columns = table.columns.map(quoteName).join(', ')
    return [`${name} as not materialized (select ${columns} from main.${name})`]
  })
  return shadows.join(', ')
}

function attempt<T>(view: Found<'createView'>, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown'
    throw refuse(view.stepId, `The query of "${view.to}" does not run: ${message}`)
  }
}
