import pg from 'pg'
import type { Placement } from '../../database/database-engine.ts'
import { externalConfig } from '../../egress/connect-external.ts'
import type { Vault } from '../../secrets/vault.ts'
import { STATEMENT_MS } from './row-runner.ts'

export interface PostgresPoolOptions {
  /** The address of a cluster by its name in placements. */
  urlOf: (server: string) => string
  vault: Vault
  egressAllow: ReadonlySet<string>
  onError: (error: Error) => void
}

const CONNECTIONS = 8
/** A connection remembers every schema and statement it has seen, so none lives for ever. */
const LIFETIME_SECONDS = 900

const LIMITS = {
  max: CONNECTIONS,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  maxLifetimeSeconds: LIFETIME_SECONDS,
  statement_timeout: STATEMENT_MS,
  application_name: 'plinth-rows',
}

/** One pool for each data database, opened when it is first asked for. */
export class PostgresPools {
  readonly #options: PostgresPoolOptions
  readonly #pools = new Map<string, Promise<pg.Pool>>()

  constructor(options: PostgresPoolOptions) {
    this.#options = options
  }

  of(placement: Placement): Promise<pg.Pool> {
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

  async #open(placement: Placement): Promise<pg.Pool> {
    const pool = new pg.Pool({ ...(await this.configOf(placement)), ...LIMITS })
    pool.on('error', this.#options.onError)
    return pool
  }

  /** How its database is reached, by the owner of the rows. */
  async configOf({
    connection,
    environmentId,
    server,
    database,
  }: Placement): Promise<pg.ClientConfig> {
    const { vault, egressAllow, urlOf } = this.#options
    if (connection)
      return externalConfig(vault.open(connection, ['placement', environmentId]), egressAllow)
    const address = new URL(urlOf(server))
    address.pathname = `/${encodeURIComponent(database)}`
    return { connectionString: address.href }
  }

  async close(): Promise<void> {
    for (const pool of this.#pools.values()) await (await pool).end()
    this.#pools.clear()
  }
}
