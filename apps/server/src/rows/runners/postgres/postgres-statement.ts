import type pg from 'pg'
import type { Statement } from '../../../databases/sql/render.ts'
import { preparedName } from '../../../foundation/platform/prepared-name.ts'
import { DatabaseFault, faultOfPostgres } from '../database-fault.ts'
import type { Row } from '../row-runner.ts'
import type { ConnectionMultiplexer, NamedQuery, TimedRows } from './connection-multiplexer.ts'

/** Statements have names, so that a connection plans each text once. */
function named({ text, values, known }: Statement) {
  if (known) return { name: known.name, text, values: values as unknown[] }
  return { name: preparedName(text), text, values: [...values] }
}

export type Connection = Pick<pg.Pool, 'query'> | pg.PoolClient

export async function run(on: Connection, statement: Statement): Promise<readonly Row[]> {
  try {
    return (await on.query<Row & pg.QueryResultRow>(named(statement))).rows
  } catch (error) {
    const fault = faultOfPostgres(error)
    throw fault ? new DatabaseFault(fault, error) : error
  }
}

/** Longer statements would block others on the same connection. */
const SHORT_MS = 50

/** Runs a text on a shared connection once it has proved to be short; until then on its own. */
export async function runKnown(
  { pool, multiplexer }: { pool: pg.Pool; multiplexer: ConnectionMultiplexer },
  statement: Statement,
): Promise<readonly Row[]> {
  const { known } = statement
  if (!known) return run(pool, statement)
  const isShort = known.ms !== undefined && known.ms < SHORT_MS
  try {
    const query = named(statement)
    const { rows, ms } = await ((isShort && multiplexer.run(query)) || runAlone(pool, query))
    known.ms = ms
    return rows
  } catch (error) {
    known.ms = undefined
    const fault = faultOfPostgres(error)
    throw fault ? new DatabaseFault(fault, error) : error
  }
}

async function runAlone(pool: pg.Pool, query: NamedQuery): Promise<TimedRows> {
  const connection = await pool.connect()
  let broken: Error | undefined
  const lose = (lost: Error) => {
    broken = lost
  }
  connection.on('error', lose)
  const since = performance.now()
  try {
    const { rows } = await connection.query<Row & pg.QueryResultRow>(query)
    return { rows, ms: performance.now() - since }
  } catch (error) {
    // Its prepared statements for changed tables are dropped with it.
    if (faultOfPostgres(error)?.kind === 'stale') broken = error as Error
    throw error
  } finally {
    connection.off('error', lose)
    connection.release(broken)
  }
}
