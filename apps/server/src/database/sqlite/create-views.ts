import type Sqlite from 'better-sqlite3'
import { refuse } from '../apply-trouble.ts'
import { type Found, findOperations } from '../operations.ts'
import { findUnsafeWord } from '../query-check/find-unsafe-word.ts'
import { quoteName } from '../quote-name.ts'
import type { Ground } from './ground.ts'

/** Makes Computed tables, and looks at each: SQLite itself would only notice on the first read. */
export function createViews(database: Sqlite.Database, { plan }: Ground): void {
  const views = findOperations(plan, 'createView')
  for (const view of views) {
    const fault = findUnsafeWord(view.query) ?? findHiddenName({ plan } as Ground, view)
    if (fault) throw refuse(view.stepId, `The query of "${view.to}" is refused: ${fault}`)
    try {
      database.exec(`create view ${quoteName(view.to)} as ${view.query}`)
    } catch (error) {
      throw refuseQuery(view, error)
    }
  }
  for (const view of views) checkView(database, { plan, view })
}

function refuseQuery(view: Found<'createView'>, error: unknown): Error {
  const message = error instanceof Error ? error.message : 'unknown'
  return refuse(view.stepId, `The query of "${view.to}" does not run: ${message}`)
}

function isShut(options: object): boolean {
  return (
    ('isHidden' in options && options.isHidden === true) ||
    ('isHashed' in options && options.isHashed === true)
  )
}

const KEYWORDS = new Set(
  'select from where order group by having limit offset join left right inner outer cross on as and or not in is null case when then else end with values union all distinct exists between like'.split(
    ' ',
  ),
)

/** The words of a query that may be names; a keyword is one only in quotes. */
function listNames(query: string): Set<string> {
  const found = [...query.matchAll(/(["[`]?)([A-Za-z_][A-Za-z0-9_]*)/g)]
  return new Set(
    found
      .map(([, quote, word = '']) => ({ quote, word: word.toLowerCase() }))
      .filter(({ quote, word }) => quote !== '' || !KEYWORDS.has(word))
      .map(({ word }) => word),
  )
}

/** A field that readers may not see cannot be named; which table is meant, only SQLite would know. */
function findHiddenName({ plan }: Ground, view: Found<'createView'>): string | undefined {
  const words = listNames(view.query)
  const columns = plan.wanted.tables
    .filter((table) => words.has(table.name.toLowerCase()))
    .flatMap((table) => table.columns)
  const named = columns.find(
    (column) => isShut(column.options) && words.has(column.name.toLowerCase()),
  )
  return named && `it may not use "${named.name}", which is hidden or hashed.`
}

function checkView(
  database: Sqlite.Database,
  { plan, view }: { plan: Ground['plan']; view: Found<'createView'> },
): void {
  let columns: Sqlite.ColumnDefinition[]
  try {
    columns = database.prepare(`select * from ${quoteName(view.to)} limit 0`).columns()
  } catch (error) {
    throw refuseQuery(view, error)
  }
  const shut = new Set(
    plan.wanted.tables.flatMap((table) =>
      table.columns
        .filter((column) => isShut(column.options))
        .map((column) => `${table.name}/${column.name}`),
    ),
  )
  const shown = columns.find(({ table, column }) => shut.has(`${table}/${column}`))
  if (shown) {
    const message = `"${view.to}" may not use "${shown.column}", which is hidden or hashed.`
    throw refuse(view.stepId, message)
  }
  const inside = new Set(plan.wanted.tables.map((table) => table.name))
  const outside = columns.find(
    ({ table }) => table !== null && !inside.has(table) && !table.startsWith('_plinth_join_'),
  )
  if (outside) throw refuse(view.stepId, `"${view.to}" may use the project's own tables only.`)
  if (!columns.some(({ name }) => name === 'id')) {
    throw refuse(view.stepId, `"${view.to}" must have a column "id".`)
  }
}
