import { QueryFault } from '../readable/query-fault.ts'
import type { ReadableTable } from '../readable/readable-table.ts'
import type { Visit } from './list-nodes.ts'

/** A table in FROM, by the name that the query gives it. */
export interface Reference {
  readonly alias: string
  readonly table: ReadableTable
  readonly renamesColumns: boolean
}

/**
 * Returns the tables that a statement reads. Throws a QueryFault for a name that is neither a table of this
 * configuration nor a WITH query in scope. PostgreSQL searches its own catalogue first, so a catalogue name
 * is refused even if the configuration has such a table.
 */
export function checkTables(
  visits: readonly Visit[],
  tables: readonly ReadableTable[],
): Reference[] {
  const tableByName = new Map(tables.map((table) => [table.name, table]))
  return visits.flatMap(({ kind, node, ctes }) => {
    if (kind !== 'RangeVar') return []
    const name = String(node.relname)
    if (ctes.has(name)) return []
    const table = tableByName.get(name)
    if (!table || /^(pg_|_plinth_)/.test(name))
      throw new QueryFault(`There is no table "${name}" that a query can read.`)
    const alias = node.alias as { aliasname?: string; colnames?: unknown } | undefined
    return [
      { alias: alias?.aliasname ?? name, table, renamesColumns: alias?.colnames !== undefined },
    ]
  })
}
