import type pg from 'pg'
import type { Statement } from '../../../databases/sql/render.ts'
import { preparedName } from '../../../foundation/platform/prepared-name.ts'
import { DatabaseFault, faultOfPostgres } from '../database-fault.ts'
import type { Row } from '../row-runner.ts'
import {
  type ConnectionMultiplexer,
  LostBehind,
  type NamedQuery,
  type TimedRows,
} from './connection-multiplexer.ts'
import type { SingleQueries, TakeConnection } from './fair-connections.ts'
import { lowerBackend } from './lower-backend.ts'

/** Statements have names, so that a connection plans each text once. */
function named({ text, values, known }: Statement) {
  if (known) return { name: known.name, text, values: values as unknown[] }
  return { name: preparedName(text), text, values: [...values] }
}

export type Connection = SingleQueries

export async function run(on: Connection, statement: Statement): Promise<readonly Row[]> {
  try {
    return (await on.query<Row & pg.QueryResultRow>(named(statement))).rows
  } catch (error) {
    throw toDatabaseFault(error)
  }
}

/** The fault that an error of PostgreSQL or of the connection means; other errors as they are. */
export function toDatabaseFault(error: unknown): unknown {
  if (error instanceof DatabaseFault) return error
  const fault = faultOfPostgres(error)
  return fault ? new DatabaseFault(fault, error) : error
}

/** Longer statements would block others on the same connection. */
const SHORT_MS = 10

/** Weight of a run that took longer than expected. */
const WEIGHT = 1 / 4

/** The expected time of the next run. A run that waited for a processor of the database server counts little. */
function estimate(expected: number | undefined, ms: number): number {
  return expected === undefined || ms < expected ? ms : expected + (ms - expected) * WEIGHT
}

interface KnownRun {
  readonly connect: TakeConnection
  readonly multiplexer: ConnectionMultiplexer
  /** The environment. */
  readonly key: string
  /**
   * It changes nothing, so it may run again after a connection was lost behind another statement. A long read has a
   * lower priority; a write has not, because others may wait for its locks.
   */
  readonly isRead: boolean
}

/** Runs a text on a shared connection once it has proved to be short; until then on its own. */
export async function runKnown(
  { connect, multiplexer, key, isRead }: KnownRun,
  statement: Statement,
): Promise<readonly Row[]> {
  const { known } = statement
  const expectedMs = known?.ms
  try {
    const query = named(statement)
    const isShort = expectedMs !== undefined && expectedMs < SHORT_MS
    const shared = isShort ? multiplexer.run({ ...query, key, expectedMs }) : undefined
    const alone = () =>
      runAlone(connect, { ...query, isLowered: isRead && expectedMs !== undefined && !isShort })
    const { rows, ms } = await (shared?.catch((error: unknown) => {
      if (error instanceof LostBehind && isRead) return alone()
      throw error instanceof LostBehind ? error.cause : error
    }) ?? alone())
    if (known) known.ms = estimate(known.ms, ms)
    return rows
  } catch (error) {
    if (known) known.ms = undefined
    throw toDatabaseFault(error)
  }
}

async function runAlone(
  connect: TakeConnection,
  { isLowered, ...query }: NamedQuery & { isLowered: boolean },
): Promise<TimedRows> {
  const connection = await connect()
  const restore = isLowered ? lowerBackend(connection) : undefined
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
    restore?.()
    connection.off('error', lose)
    connection.release(broken)
  }
}
