import { parse, scan } from 'libpg-query'
import type { QueryCheck } from '../query-check.ts'
import { QueryFault } from '../query-fault.ts'
import type { ReadableTable } from '../readable-table.ts'
import { checkCalls } from './check-calls.ts'
import { checkColumns } from './check-columns.ts'
import { checkHiddenColumns } from './check-hidden-columns.ts'
import { checkTables } from './check-tables.ts'
import { listNodes, type Visit } from './list-nodes.ts'
import { namesOf } from './names-of.ts'

/** The parser recurses; below this number of tokens its stack suffices for any nesting. */
const MAX_TOKENS = 5_000
/** PostgreSQL's scanner reads a run of operator characters again from each of them, so its time is the square. */
const LONG_RUN = /[-~!@#^&|`?+*/%<>=]{200}/

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

async function parseSelect(query: string): Promise<Visit[]> {
  if (LONG_RUN.test(query))
    throw new QueryFault('Write at most 199 operator characters such as * and - in a row.')
  const { tokens } = await scan(query).catch(refuseSyntax)
  if (tokens.length > MAX_TOKENS) throw new QueryFault('The query is too long. Split it up.')
  const { stmts = [] } = await parse(query).catch(refuseSyntax)
  const [statement] = stmts
  if (stmts.length !== 1 || !statement?.stmt)
    throw new QueryFault('Write exactly one SELECT statement.')
  // The length is given only where a semicolon ends the statement before the text does.
  if (statement.stmt_len) throw new QueryFault('Write one statement without a semicolon.')
  if (!('SelectStmt' in statement.stmt))
    throw new QueryFault('Only a SELECT statement is allowed: a query cannot change anything.')
  return listNodes(statement.stmt)
}

function refuseSyntax(error: unknown): never {
  const message = error instanceof Error ? error.message : 'unknown'
  throw new QueryFault(`PostgreSQL cannot parse the query: ${message}.`)
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
