import pg from 'pg'
import { guardPool } from './guard-pool.ts'
import { limitQueries } from './limit-queries.ts'
import { PoolerClient } from './pooler-client.ts'
import { type Sql, toPreparedQuery } from './sql.ts'

type Row = Record<string, unknown>

/** Runs queries: on the pool, or on one connection inside a transaction. */
export interface Queryable {
  query<R extends Row>(statement: Sql): Promise<R[]>
}

/** A connection inside a transaction; functions that take this type cannot run outside one. */
export interface Transaction extends Queryable {
  readonly transaction: true
}

/** The platform's own database. */
export interface Database extends Queryable {
  transaction<T>(effect: (transaction: Transaction) => Promise<T>): Promise<T>
  /**
   * Allows `work` to take a second connection although a transaction is open. Only for rare cases: with as many at once
   * as the pool has connections, they deadlock.
   */
  outside<T>(work: () => T): T
  /** For code that brings its own SQL: the migrations and the rate limiter. */
  readonly pool: pg.Pool
  check(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  maxConnections: number
  idleMs?: number
  /** A pooler in transaction mode is at the URL. */
  isPooled?: boolean
  onError: (error: Error) => void
  /** Called once per call site that requests a second connection inside a transaction; without it, such requests throw. */
  onSecond?: (error: Error) => void
}

const STATEMENT_MS = 30_000
/** The server ends a statement; this is for a server that does not. */
const GRACE_MS = 5_000

/** Opens a pool; connections are created on demand and replaced after a loss. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: options.idleMs ?? 30_000,
    maxLifetimeSeconds: 1_800,
    statement_timeout: STATEMENT_MS,
    application_name: 'plinth',
    ...(options.isPooled && { Client: PoolerClient }),
  })
  // A pool that is being closed does not wait for the server, which may end its connections first.
  pool.on('error', (error) => (pool.ending ? undefined : options.onError(error)))
  pool.on('connect', (client) => limitQueries(client, { maxMs: STATEMENT_MS + GRACE_MS }))
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
