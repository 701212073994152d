import pg from 'pg'
import { databaseTls, describeCertificateError } from './database-tls.ts'
import { OutboundError, refuseCall } from './outbound-error.ts'
import {
  CONNECT_MS,
  guardSocket,
  MAX_RESULT_ROWS,
  MAX_STATEMENT_MS,
  pinnedSocket,
  type SqlOptions,
  type SqlResult,
  type SqlStatement,
  type SqlTarget,
} from './sql-target.ts'

/** Transient errors: serialization failures, lack of resources, shutdown, lost connections. */
const LATER = /^(40|53|57P|08)/

function toFailure(error: unknown): OutboundError {
  const certificate = describeCertificateError(error)
  if (certificate) return refuseCall(certificate)
  const { code, message } = error as { code?: string; message: string }
  if (code === undefined || /^E[A-Z]+$/.test(code)) {
    return new OutboundError(`The database could not be reached (${code ?? message}).`, {
      retry: true,
    })
  }
  return new OutboundError(`The database refused: ${message}`, { retry: LATER.test(code) })
}

/** Adds a LIMIT to read statements; results of other statements are truncated after they arrive. */
function textOf({ query, mayWrite }: SqlStatement): string {
  const body = query.trim().replace(/;$/, '')
  if (mayWrite || !/^(select|with|values|table)\b/i.test(body)) return body
  return `select * from (${body}\n) as q limit ${MAX_RESULT_ROWS}`
}

/** Runs one statement on a PostgreSQL server that comes from a user. */
export async function queryPostgres(
  { target, statement }: { target: SqlTarget; statement: SqlStatement },
  options: SqlOptions,
): Promise<SqlResult> {
  const ssl = target.ssl && databaseTls(target, options)
  const { socket, to } = await pinnedSocket(target, options.allowed)
  const guard = guardSocket(socket, options.signal)
  const client = new pg.Client({
    user: target.user,
    password: target.password,
    database: target.database,
    ...to,
    stream: () => socket,
    ssl,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: MAX_STATEMENT_MS,
    options: statement.mayWrite ? '' : '-c default_transaction_read_only=on',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // The extended protocol accepts a single statement only.
    const { rows, rowCount } = await client.query({
      text: textOf(statement),
      values: [...statement.values],
      queryMode: 'extended',
    } as pg.QueryConfig)
    const reason = guard.reason()
    if (reason) throw reason
    return { rows: rows.slice(0, MAX_RESULT_ROWS), affected: rowCount ?? 0 }
  } catch (error) {
    throw guard.reason() ?? toFailure(error)
  } finally {
    guard.done()
  }
}
