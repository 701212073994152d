import './baseline-wasm.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse, scan } from 'libpg-query'
import { QueryFault } from '../readable/query-fault.ts'
import { listNodes, type Visit } from './list-nodes.ts'

/** The parser is recursive; below this number of tokens its stack suffices for any nesting. */
const MAX_TOKENS = 5_000
/** PostgreSQL's scanner takes quadratic time on a run of operator characters. */
const LONG_RUN = /[-~!@#^&|`?+*/%<>=]{200}/

/** The nodes of a text that is one SELECT statement. Throws a QueryFault for any other text. */
export async function parseSelect(query: string): Promise<Visit[]> {
  // Parsing is synchronous, so yield to the event loop before each query of a long list.
  await nextTurn()
  if (LONG_RUN.test(query))
    throw new QueryFault('Write at most 199 operator characters such as * and - in a row.')
  const { tokens } = await scan(query).catch(refuseSyntax)
  if (tokens.length > MAX_TOKENS) throw new QueryFault('The query is too long. Split it up.')
  const { stmts = [] } = await parse(query).catch(refuseSyntax)
  const [statement] = stmts
  if (stmts.length !== 1 || !statement?.stmt)
    throw new QueryFault('Write exactly one SELECT statement.')
  // stmt_len is only set if a semicolon ends the statement before the end of the text.
  if (statement.stmt_len) throw new QueryFault('Write one statement without a semicolon.')
  if (!('SelectStmt' in statement.stmt))
    throw new QueryFault('Only a SELECT statement is allowed: a query cannot change anything.')
  return listNodes(statement.stmt)
}

function refuseSyntax(error: unknown): never {
  const message = error instanceof Error ? error.message : 'unknown'
  const position = (error as { sqlDetails?: { cursorPosition?: number } }).sqlDetails
    ?.cursorPosition
  throw new QueryFault(`PostgreSQL cannot parse the query: ${message}.`, position)
}
