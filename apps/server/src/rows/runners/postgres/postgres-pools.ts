import { availableParallelism } from 'node:os'
import pg from 'pg'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { externalConfig, externalPool } from '../../../foundation/egress/connect-external.ts'
import { limitQueries } from '../../../foundation/platform/limit-queries.ts'
import type { Vault } from '../../../foundation/secrets/vault.ts'
import type { EgressPolicy } from '../../../foundation/settings/egress-policy.ts'
import { CLIENT_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from '../row-runner.ts'
import { ConnectionMultiplexer } from './connection-multiplexer.ts'
import { FairConnections } from './fair-connections.ts'

export interface PostgresPoolOptions {
  /** Resolves a cluster name of a placement to its URL. */
  urlOf: (server: string) => string
  vault: Vault
  egress: EgressPolicy
  onError: (error: Error) => void
}

const CONNECTIONS = 12
/** Shared connections for short reads, and as many for short writes; the rest is for everything else. */
const SHARED = 4
/** One environment never has all connections, so that a slow statement of another does not wait for its. */
const PER_ENVIRONMENT = 8
/** Long reads occupy processors, which the embedded database server shares with all other statements. */
const READS_PER_ENVIRONMENT = Math.min(PER_ENVIRONMENT, Math.max(2, availableParallelism()))
/** A connection caches every schema and statement it has seen, so its lifetime is limited. */
const LIFETIME_SECONDS = 900

const LIMITS = {
  pipeline: true,
  max: CONNECTIONS,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  maxLifetimeSeconds: LIFETIME_SECONDS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  application_name: 'plinth-rows',
}

function ownPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('connect', (client) => limitQueries(client, { maxMs: CLIENT_TIMEOUT_MS }))
  return pool
}

/** The connections to one data database. */
export interface PostgresPool {
  /** For work of the platform itself. */
  readonly pool: pg.Pool
  /** For statements of environments, which share the pool fairly. */
  readonly connections: FairConnections
  /** Separate, so that a read never waits behind a write that waits for a row lock. */
  readonly reads: ConnectionMultiplexer
  readonly writes: ConnectionMultiplexer
}

/** One pool for each data database, opened on first use. */
export class PostgresPools {
  readonly #options: PostgresPoolOptions
  readonly #pools = new Map<string, Promise<PostgresPool>>()

  constructor(options: PostgresPoolOptions) {
    this.#options = options
  }

  of(placement: Placement): Promise<PostgresPool> {
    const key = placement.connection
      ? `external ${placement.environmentId}`
      : `${placement.server} ${placement.database}`
    const known = this.#pools.get(key)
    if (known) return known
    const opened = this.#open(placement)
    this.#pools.set(key, opened)
    opened.catch(() => this.#pools.delete(key))
    return opened
  }

  async #open(placement: Placement): Promise<PostgresPool> {
    const config = { ...(await this.configOf(placement)), ...LIMITS }
    const pool = placement.connection ? externalPool(config) : ownPool(config)
    pool.on('error', this.#options.onError)
    const limits = {
      connections: CONNECTIONS,
      perEnvironment: PER_ENVIRONMENT,
      readsPerEnvironment: READS_PER_ENVIRONMENT,
    }
    const connections = new FairConnections(pool, limits)
    const multiplexer = (name: string) =>
      new ConnectionMultiplexer(() => connections.connect(name), SHARED)
    return { pool, connections, reads: multiplexer('reads'), writes: multiplexer('writes') }
  }

  /** The connection settings of the role that owns the rows. */
  async configOf({
    connection,
    environmentId,
    server,
    database,
  }: Placement): Promise<pg.ClientConfig> {
    const { vault, egress, urlOf } = this.#options
    if (connection)
      return externalConfig(vault.open(connection, ['placement', environmentId]), egress)
    const address = new URL(urlOf(server))
    address.pathname = `/${encodeURIComponent(database)}`
    return { connectionString: address.href }
  }

  async close(): Promise<void> {
    for (const opened of this.#pools.values()) {
      const { pool, reads, writes } = await opened
      reads.close()
      writes.close()
      await pool.end()
    }
    this.#pools.clear()
  }
}
