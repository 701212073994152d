import { availableParallelism } from 'node:os'
import pg from 'pg'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { externalConfig, externalPool } from '../../../foundation/egress/connect-external.ts'
import { ConnectionBudget } from '../../../foundation/platform/connection-budget.ts'
import { limitQueries } from '../../../foundation/platform/limit-queries.ts'
import { PoolerClient } from '../../../foundation/platform/pooler-client.ts'
import type { Vault } from '../../../foundation/secrets/vault.ts'
import type { EgressPolicy } from '../../../foundation/settings/egress-policy.ts'
import { clientTimeoutOf, STATEMENT_TIMEOUT_MS } from '../row-runner.ts'
import { ConnectionMultiplexer } from './connection-multiplexer.ts'
import { FairConnections } from './fair-connections.ts'
import { countPrepared } from './prepared-statements.ts'

export interface PostgresPoolOptions {
  /** Resolves a cluster name of a placement to its URL. */
  urlOf: (server: string) => string
  vault: Vault
  egress: EgressPolicy
  onError: (error: Error) => void
  /** URLs of the same clusters that lead past a pooler. */
  directUrlOf?: (server: string) => string
  /** A pooler in transaction mode is at `urlOf`. */
  isPooled?: boolean
  /** All connections of the process. */
  budget?: ConnectionBudget
  limits?: RowConnections
  statementMs?: number
}

/** Maximum connections to one data database, maximum reader connections of the process, time until idle ones close. */
export interface RowConnections {
  readonly perDatabase: number
  readonly readers: number
  readonly idleMs: number
}

export const ROW_CONNECTIONS: RowConnections = { perDatabase: 12, readers: 20, idleMs: 30_000 }

/** Shared connections for short reads, and as many for short writes; the rest is for everything else. */
const sharedOf = (connections: number) => Math.floor(connections / 3)
/** One environment never has all connections, so that a slow statement of another does not wait for its. */
const perEnvironmentOf = (connections: number) => Math.ceil((connections * 2) / 3)
/** Long reads occupy processors, which the embedded database server shares with all other statements. */
const readsPerEnvironmentOf = (connections: number) =>
  Math.min(perEnvironmentOf(connections), Math.max(2, availableParallelism()))
/** A connection caches every schema and statement it has seen, so its lifetime is limited. */
const LIFETIME_SECONDS = 900

const LIMITS = {
  pipeline: true,
  connectionTimeoutMillis: 5_000,
  maxLifetimeSeconds: LIFETIME_SECONDS,
  application_name: 'plinth-rows',
}

function ownPool(config: pg.PoolConfig & { statement_timeout: number }, isPooled = false): pg.Pool {
  const pool = new pg.Pool({ ...config, ...(isPooled && { Client: PoolerClient }) })
  const maxMs = clientTimeoutOf(config.statement_timeout)
  pool.on('connect', (client) => limitQueries(client, { maxMs }))
  return pool
}

/** The connections to one data database. */
export interface PostgresPool {
  /** Environments share the pool fairly. */
  readonly connections: FairConnections
  /** Separate, so that a read never waits behind a write that waits for a row lock. */
  readonly reads: ConnectionMultiplexer
  readonly writes: ConnectionMultiplexer
  end(): Promise<void>
}

/** One pool for each data database, opened on first use and forgotten when its last connection is closed. */
export class PostgresPools {
  readonly #options: PostgresPoolOptions
  readonly #budget: ConnectionBudget
  readonly #pools = new Map<string, Promise<PostgresPool>>()

  constructor(options: PostgresPoolOptions) {
    this.#options = options
    this.#budget = options.budget ?? new ConnectionBudget({ max: Number.POSITIVE_INFINITY })
  }

  of(placement: Placement): Promise<PostgresPool> {
    const key = placement.connection
      ? `external ${placement.environmentId}`
      : `${placement.server} ${placement.database}`
    const known = this.#pools.get(key)
    if (known) return known
    const onEmpty = () => {
      if (this.#pools.get(key) === opened) this.#pools.delete(key)
    }
    const opened = this.#open(placement, onEmpty)
    this.#pools.set(key, opened)
    opened.catch(() => this.#pools.delete(key))
    return opened
  }

  async #open(placement: Placement, onEmpty: () => void): Promise<PostgresPool> {
    const {
      urlOf,
      onError,
      isPooled,
      limits: { perDatabase, idleMs } = ROW_CONNECTIONS,
      statementMs = STATEMENT_TIMEOUT_MS,
    } = this.#options
    const config = {
      ...(await this.#configOf(placement, urlOf)),
      ...LIMITS,
      statement_timeout: statementMs,
      max: perDatabase,
      idleTimeoutMillis: idleMs,
    }
    const pool = placement.connection ? externalPool(config) : ownPool(config, isPooled)
    pool.on('error', onError)
    pool.on('connect', countPrepared)
    const connections = new FairConnections(pool, {
      budget: this.#budget,
      connections: perDatabase,
      perEnvironment: perEnvironmentOf(perDatabase),
      readsPerEnvironment: readsPerEnvironmentOf(perDatabase),
      onPressure: () => {
        reads.trim()
        writes.trim()
      },
      onEmpty,
    })
    const multiplexer = (name: string) =>
      new ConnectionMultiplexer(
        () => connections.connect(name),
        () => sharedOf(connections.room),
      )
    const [reads, writes] = [multiplexer('reads'), multiplexer('writes')]
    const end = async () => {
      reads.close()
      writes.close()
      await pool.end()
    }
    return { connections, reads, writes, end }
  }

  /** The connection settings of the role that owns the rows, past a pooler. */
  directConfigOf(placement: Placement): Promise<pg.ClientConfig> {
    const { urlOf, directUrlOf = urlOf } = this.#options
    return this.#configOf(placement, directUrlOf)
  }

  async #configOf(
    { connection, environmentId, server, database }: Placement,
    urlOf: (server: string) => string,
  ): Promise<pg.ClientConfig> {
    const { vault, egress } = this.#options
    if (connection)
      return externalConfig(vault.open(connection, ['placement', environmentId]), egress)
    const address = new URL(urlOf(server))
    address.pathname = `/${encodeURIComponent(database)}`
    return { connectionString: address.href }
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    for (const opened of pools) await (await opened).end()
  }
}
