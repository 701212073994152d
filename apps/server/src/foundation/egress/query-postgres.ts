import pg from 'pg'
import { OutboundError } from './outbound-error.ts'
import {
  CONNECT_MS,
  guardSocket,
  MOST_ROWS,
  pinnedSocket,
  type SqlOptions,
  type SqlResult,
  type SqlStatement,
  type SqlTarget,
  STATEMENT_MS,
} from './sql-target.ts'

/** Two writers met, or the server is full or going down: later it may work. */
const LATER = /^(40|53|57P|08)/

function toFailure(error: unknown): OutboundError {
  const { code, message } = error as { code?: string; message: string }
  if (code === undefined || /^E[A-Z]+$/.test(code)) {
    return new OutboundError(`The database could not be reached (${code ?? message}).`, {
      retry: true,
    })
  }
  return new OutboundError(`The database refused: ${message}`, { retry: LATER.test(code) })
}

/** A reading statement is limited where it runs; others are short by what they return. */
function textOf({ query, mayWrite }: SqlStatement): string {
  const body = query.trim().replace(/;$/, '')
  if (mayWrite || !/^(select|with|values|table)\b/i.test(body)) return body
  return `select * from (${body}\n) as q limit ${MOST_ROWS}`
}

/** Runs one statement on a PostgreSQL that somebody else named. */
export async function queryPostgres(
  { target, statement }: { target: SqlTarget; statement: SqlStatement },
  { allowed, signal }: SqlOptions,
): Promise<SqlResult> {
  const { socket, to, serverName } = await pinnedSocket(target, allowed)
  const guard = guardSocket(socket, signal)
  const client = new pg.Client({
    user: target.user,
    password: target.password,
    database: target.database,
    ...to,
    stream: () => socket,
    ssl: target.ssl
      ? { rejectUnauthorized: false, ...(serverName ? { servername: serverName } : {}) }
      : false,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    options: statement.mayWrite ? '' : '-c default_transaction_read_only=on',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // Prepared, it can only be one statement.
    const { rows, rowCount } = await client.query({
      text: textOf(statement),
      values: [...statement.values],
      queryMode: 'extended',
    } as pg.QueryConfig)
    const reason = guard.reason()
    if (reason) throw reason
    return { rows: rows.slice(0, MOST_ROWS), affected: rowCount ?? 0 }
  } catch (error) {
    throw guard.reason() ?? toFailure(error)
  } finally {
    guard.done()
  }
}
