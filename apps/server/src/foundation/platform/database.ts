import pg from 'pg'
import { guardPool } from './guard-pool.ts'
import { type Sql, toPreparedQuery } from './sql.ts'

type Row = Record<string, unknown>

/** What a store needs: the pool outside a transaction, one connection inside. */
export interface Queryable {
  query<R extends Row>(statement: Sql): Promise<R[]>
}

/** A connection inside a transaction; the type keeps effects from slipping out of it. */
export interface Transaction extends Queryable {
  readonly transaction: true
}

/** The platform's own database. */
export interface Database extends Queryable {
  transaction<T>(effect: (transaction: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs what needs a connection of its own although a transaction is open. Only where few do so at a time: as many
   * as there are connections, and everybody waits for everybody.
   */
  outside<T>(work: () => T): T
  /** For what brings its own SQL: the migrations and the rate limiter. */
  readonly pool: pg.Pool
  check(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  maxConnections: number
  onError: (error: Error) => void
  /** Hears of a second connection that is asked for inside a transaction, once for each place; else it is refused. */
  onSecond?: (error: Error) => void
}

/** Opens a pool; connections are made when they are needed and again after a loss. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: 1_800,
    statement_timeout: 30_000,
    application_name: 'plinth',
  })
  pool.on('error', options.onError)
  const guard = guardPool(pool, options.onSecond)

  async function query<R extends Row>(on: pg.Pool | pg.PoolClient, statement: Sql) {
    const result = await on.query<R>(toPreparedQuery(statement))
    return result.rows
  }

  async function transaction<T>(effect: (inside: Transaction) => Promise<T>): Promise<T> {
    const connection = await pool.connect()
    let broken: Error | undefined
    // Without a listener a connection lost in here would end the process.
    const lose = (lost: Error) => {
      broken = lost
    }
    connection.on('error', lose)
    try {
      await connection.query('begin')
      const inside = {
        transaction: true,
        query: <R extends Row>(statement: Sql) => query<R>(connection, statement),
      } as const
      const result = await guard.holding(() => effect(inside))
      await connection.query('commit')
      return result
    } catch (error) {
      await connection.query('rollback').catch(lose)
      throw error
    } finally {
      connection.off('error', lose)
      connection.release(broken)
    }
  }

  return {
    pool,
    query: (statement) => query(pool, statement),
    transaction,
    outside: guard.outside,
    async check() {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}
