import type { QueryCheck } from '../readable/query-check.ts'
import type { ReadableTable } from '../readable/readable-table.ts'
import { checkQueryCalls } from './check-calls.ts'
import { checkColumns } from './check-columns.ts'
import { checkHiddenColumns } from './check-hidden-columns.ts'
import { checkTables } from './check-tables.ts'
import type { Visit } from './list-nodes.ts'
import { namesOf } from './names-of.ts'
import { parseSelect } from './parse-select.ts'

/** Throws a QueryFault unless the text is one SELECT over the given tables, with allowed functions only. */
export async function checkPostgresQuery({
  query,
  tables,
  parameters = 0,
}: QueryCheck): Promise<void> {
  const visits = await parseSelect(query)
  const references = checkTables(visits, tables)
  checkQueryCalls(visits, parameters)
  checkHiddenColumns(visits, references)
  checkColumns(visits, { references, names: await listNames(visits, tables) })
}

interface Parsed {
  readonly names: readonly string[]
  readonly tables: readonly string[]
}

const MAX_PARSED = 500
const parsed = new Map<string, Promise<Parsed>>()

const describeNames = (visits: readonly Visit[]): Parsed => ({
  names: namesOf(visits),
  tables: visits.flatMap(({ kind, node }) => (kind === 'RangeVar' ? [String(node.relname)] : [])),
})

/** The names used in a Computed table's query. Cached, because every query that reads the table needs them. */
function parseNames(query: string): Promise<Parsed> {
  const cached = parsed.get(query)
  if (cached) return cached
  // A query that does not parse yields no names; its own check refuses it.
  const made = parseSelect(query).then(describeNames, () => ({ names: [], tables: [] }))
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(query, made)
  return made
}

/** Column names of stored tables, of the query itself and of the Computed tables that it reads. */
async function listNames(
  visits: readonly Visit[],
  tables: readonly ReadableTable[],
): Promise<ReadonlySet<string>> {
  const names = new Set(tables.flatMap((table) => ('columns' in table ? table.columns : [])))
  const tableByName = new Map(tables.map((table) => [table.name, table]))
  const open = [describeNames(visits)]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const name of next.names) names.add(name)
    for (const name of next.tables) {
      const table = tableByName.get(name)
      if (!table || 'columns' in table) continue
      tableByName.delete(name)
      open.push(await parseNames(table.query))
    }
  }
  return names
}
