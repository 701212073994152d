import type { QueryCheck } from '../query-check.ts'
import type { ReadableTable } from '../readable-table.ts'
import { checkCalls } from './check-calls.ts'
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
  checkCalls(visits, parameters)
  checkHiddenColumns(visits, references)
  checkColumns(visits, { references, names: await listNames(visits, tables) })
}

/** Column names of stored tables, of the query itself and of the Computed tables that it reads. */
async function listNames(
  visits: readonly Visit[],
  tables: readonly ReadableTable[],
): Promise<ReadonlySet<string>> {
  const names = new Set(tables.flatMap((table) => ('columns' in table ? table.columns : [])))
  const known = new Map(tables.map((table) => [table.name, table]))
  const done = new Set<string>()
  const open = [visits]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const name of namesOf(next)) names.add(name)
    for (const { kind, node } of next) {
      const table = kind === 'RangeVar' ? known.get(String(node.relname)) : undefined
      if (!table || 'columns' in table || done.has(table.name)) continue
      done.add(table.name)
      // A query that does not parse gives no names; it is refused where it is checked itself.
      open.push(await parseSelect(table.query).catch(() => []))
    }
  }
  return names
}
