import { type Connection, createConnection, type ResultSetHeader } from 'mysql2/promise'
import { databaseTls, describeCertificateError } from './database-tls.ts'
import { OutboundError, refuseCall } from './outbound-error.ts'
import {
  CONNECT_MS,
  guardSocket,
  MAX_RESULT_ROWS,
  pinnedSocket,
  type SqlOptions,
  type SqlResult,
  type SqlStatement,
  type SqlTarget,
} from './sql-target.ts'

/** Transient errors: deadlock, lock wait timeout, too many connections, shutdown. */
const LATER = new Set([1040, 1053, 1205, 1213])

function toFailure(error: unknown): OutboundError {
  const certificate = describeCertificateError(error)
  if (certificate) return refuseCall(certificate)
  const { errno, code, message } = error as { errno?: number; code?: string; message: string }
  const isAnswer = errno !== undefined && errno > 0 && errno < 2_000
  if (isAnswer) {
    return new OutboundError(`The database refused: ${message}`, { retry: LATER.has(errno) })
  }
  return new OutboundError(`The database could not be reached (${code ?? message}).`, {
    retry: true,
  })
}

async function ask(connection: Connection, statement: SqlStatement): Promise<SqlResult> {
  const { query, values, mayWrite } = statement
  await connection.query(`set session sql_select_limit = ${MAX_RESULT_ROWS}`)
  if (!mayWrite) await connection.query('start transaction read only')
  // A prepared statement can only be a single statement.
  const [result] = await connection.execute(query, [...values])
  if (Array.isArray(result)) return { rows: result as object[], affected: 0 }
  const { affectedRows, insertId } = result as ResultSetHeader
  return { rows: [], affected: affectedRows, ...(insertId ? { insertId } : {}) }
}

/** The driver cannot verify IP addresses: it would accept a certificate for localhost instead. */
function tlsOf(target: SqlTarget, options: SqlOptions) {
  const { rejectUnauthorized, ca, servername } = databaseTls(target, options)
  if (rejectUnauthorized && servername === undefined) {
    throw refuseCall(
      'The certificate of a MySQL server cannot be verified for an IP address. Use its host name.',
    )
  }
  return { rejectUnauthorized, verifyIdentity: rejectUnauthorized, ...(ca ? { ca } : {}) }
}

/** Runs one statement on a MariaDB or MySQL server that comes from a user. */
export async function queryMariadb(
  { target, statement }: { target: SqlTarget; statement: SqlStatement },
  options: SqlOptions,
): Promise<SqlResult> {
  const ssl = target.ssl ? tlsOf(target, options) : undefined
  const { socket, to } = await pinnedSocket(target, options.allowed)
  const guard = guardSocket(socket, options.signal)
  let connection: Connection | undefined
  try {
    connection = await createConnection({
      host: target.host,
      user: target.user,
      password: target.password,
      database: target.database,
      stream: () => socket.connect(to),
      ...(ssl ? { ssl } : {}),
      connectTimeout: CONNECT_MS,
      // LOAD DATA LOCAL lets a server read the client's files.
      flags: ['-LOCAL_FILES'],
      multipleStatements: false,
      dateStrings: true,
      supportBigNumbers: true,
      disableEval: true,
    })
    connection.on('error', () => undefined)
    const result = await ask(connection, statement)
    const reason = guard.reason()
    if (reason) throw reason
    return result
  } catch (error) {
    throw guard.reason() ?? toFailure(error)
  } finally {
    connection?.destroy()
    guard.done()
  }
}
