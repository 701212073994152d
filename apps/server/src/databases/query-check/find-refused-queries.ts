import { createHash } from 'node:crypto'
import type { Configuration } from '@plinth/contract'
import { shapesOf } from '@plinth/schema'
import { checkQuery } from './check-query.ts'
import type { ReadableTable } from './readable/readable-table.ts'
import { readableTablesOf } from './readable/readable-tables-of.ts'

/** A Computed table whose saved query does not pass the check. */
export interface RefusedQuery {
  readonly tableId: string
  readonly table: string
  readonly query: string
  /** A sentence for the developer. */
  readonly reason: string
}

type View = Omit<RefusedQuery, 'reason'>

const READS_REFUSED = 'It reads a Computed table whose query is refused.'
const MAX_CACHED = 2_000
const checked = new Map<string, Promise<readonly RefusedQuery[]>>()

/**
 * Checks the query of every Computed table of a configuration. Results are cached by the queries and the
 * tables they may name, so only the first call of a process for a configuration parses anything.
 */
export function findRefusedQueries(configuration: Configuration): Promise<readonly RefusedQuery[]> {
  const views = [...shapesOf(configuration).views.values()].map(({ tableId, name, query }) => {
    return { tableId, table: name, query }
  })
  if (views.length === 0) return Promise.resolve([])
  const { database } = configuration
  const tables = readableTablesOf(configuration)
  const key = createHash('sha256')
    .update(JSON.stringify([database, views, tables]))
    .digest('hex')
  const cached = checked.get(key)
  if (cached) return cached
  const found = check({ database, views, tables, key })
  if (checked.size >= MAX_CACHED) checked.clear()
  checked.set(key, found)
  found.catch(() => checked.delete(key))
  return found
}

async function check(options: {
  database: Configuration['database']
  views: readonly View[]
  tables: readonly ReadableTable[]
  key: string
}): Promise<readonly RefusedQuery[]> {
  const { database, views, tables, key } = options
  const reasons = new Map<string, string>()
  const ask = ({ table, query }: View) => {
    const others = tables.filter(({ name }) => name !== table && !reasons.has(name))
    return checkQuery({ database, query, tables: others, key })
  }
  // Sequential, so that the event loop stays responsive; tables are removed only after all have been checked.
  const found: [string, string][] = []
  for (const view of views) {
    const reason = await ask(view)
    if (reason) found.push([view.table, reason])
  }
  for (const [table, reason] of found) reasons.set(table, reason)
  // Without the refused tables, a query that reads one of them no longer passes.
  for (let before = 0; before < reasons.size; ) {
    before = reasons.size
    for (const view of views) {
      if (!reasons.has(view.table) && (await ask(view))) reasons.set(view.table, READS_REFUSED)
    }
  }
  return views.flatMap((view) => {
    const reason = reasons.get(view.table)
    return reason ? [{ ...view, reason }] : []
  })
}

/** The error message for reading such a table. */
export function describeRefused({ table, reason }: Pick<RefusedQuery, 'table' | 'reason'>): string {
  return `The query of "${table}" is refused. ${reason} Change it in the Data tab and sync.`
}
