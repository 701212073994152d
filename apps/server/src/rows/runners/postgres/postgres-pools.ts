import pg from 'pg'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { externalConfig } from '../../../foundation/egress/connect-external.ts'
import type { Vault } from '../../../foundation/secrets/vault.ts'
import type { Soon } from '../row-runner.ts'
import { STATEMENT_MS } from '../row-runner.ts'
import { PostgresLane } from './postgres-lane.ts'

export interface PostgresPoolOptions {
  /** The address of a cluster by its name in placements. */
  urlOf: (server: string) => string
  vault: Vault
  egressAllow: ReadonlySet<string>
  onError: (error: Error) => void
}

const CONNECTIONS = 12
/** Of these, so many are shared by short reads and so many by short writes; the others are for the rest. */
const SHARED = 4
/** A connection remembers every schema and statement it has seen, so none lives for ever. */
const LIFETIME_SECONDS = 900

const LIMITS = {
  pipeline: true,
  max: CONNECTIONS,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  maxLifetimeSeconds: LIFETIME_SECONDS,
  statement_timeout: STATEMENT_MS,
  application_name: 'plinth-rows',
}

/** The connections to one data database. */
export interface PostgresPool {
  readonly pool: pg.Pool
  /** Apart, so that a read never waits behind a write that waits for a row. */
  readonly reads: PostgresLane
  readonly writes: PostgresLane
}

/** One pool for each data database, opened when it is first asked for. */
export class PostgresPools {
  readonly #options: PostgresPoolOptions
  readonly #pools = new Map<string, Promise<PostgresPool>>()
  readonly #opened = new WeakMap<Placement, PostgresPool>()

  constructor(options: PostgresPoolOptions) {
    this.#options = options
  }

  /** What is open already is there at once: every statement asks for it. */
  of(placement: Placement): Soon<PostgresPool> {
    return this.#opened.get(placement) ?? this.#find(placement)
  }

  async #find(placement: Placement): Promise<PostgresPool> {
    const opened = await this.#openOnce(placement)
    this.#opened.set(placement, opened)
    return opened
  }

  #openOnce(placement: Placement): Promise<PostgresPool> {
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
    const pool = new pg.Pool({ ...(await this.configOf(placement)), ...LIMITS })
    pool.on('error', this.#options.onError)
    return { pool, reads: new PostgresLane(pool, SHARED), writes: new PostgresLane(pool, SHARED) }
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
    for (const opened of this.#pools.values()) {
      const { pool, reads, writes } = await opened
      reads.close()
      writes.close()
      await pool.end()
    }
    this.#pools.clear()
  }
}
