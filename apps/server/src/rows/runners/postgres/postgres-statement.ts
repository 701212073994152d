import type pg from 'pg'
import type { Statement } from '../../../databases/sql/render.ts'
import { preparedName } from '../../../foundation/platform/prepared-name.ts'
import { DatabaseFault, faultOfPostgres } from '../database-fault.ts'
import type { Row } from '../row-runner.ts'
import type { NamedQuery, PostgresLane, Ran } from './postgres-lane.ts'

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

/** Beyond this a statement would make others wait that share its connection. */
const SHORT_MS = 50

/** A text that has shown to be short shares a connection with others; until then it has one to itself. */
export async function runKnown(
  { pool, lane }: { pool: pg.Pool; lane: PostgresLane },
  statement: Statement,
): Promise<readonly Row[]> {
  const { known } = statement
  if (!known) return run(pool, statement)
  const isShort = known.ms !== undefined && known.ms < SHORT_MS
  try {
    const query = named(statement)
    const { rows, ms } = await ((isShort && lane.run(query)) || runAlone(pool, query))
    known.ms = ms
    return rows
  } catch (error) {
    known.ms = undefined
    const fault = faultOfPostgres(error)
    throw fault ? new DatabaseFault(fault, error) : error
  }
}

async function runAlone(pool: pg.Pool, query: NamedQuery): Promise<Ran> {
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
    // What it remembers of tables that have changed goes with it.
    if (faultOfPostgres(error)?.kind === 'stale') broken = error as Error
    throw error
  } finally {
    connection.off('error', lose)
    connection.release(broken)
  }
}
