import pg from 'pg'
import { sendOne } from '../../../databases/postgres/connection/send-one.ts'
import type { Statement } from '../../../databases/sql/render.ts'
import type { ConnectionBudget } from '../../../foundation/platform/connection-budget.ts'
import { SingleConnections } from '../../../foundation/platform/single-connections.ts'
import type { Vault } from '../../../foundation/secrets/vault.ts'
import { DatabaseFault, faultOfPostgres } from '../database-fault.ts'
import { clientTimeoutOf, type Row, type RowTarget, STATEMENT_TIMEOUT_MS } from '../row-runner.ts'
import { ensureReader } from './ensure-reader.ts'
import { lowerLongBackend } from './lower-backend.ts'
import { destroyReader, isDestroyed, openReader } from './open-reader.ts'
import { type PostgresPools, ROW_CONNECTIONS, type RowConnections } from './postgres-pools.ts'
import { READER_LIMITS, type ReaderLease, ReaderPool, ReadersBusy } from './reader-pool.ts'
import type { RowLimit } from './row-limit.ts'

interface ReadersOptions {
  readonly pools: PostgresPools
  readonly vault: Vault
  readonly budget?: ConnectionBudget | undefined
  readonly limits?: RowConnections | undefined
  readonly statementMs?: number | undefined
}

/** Runs a statement on the leased connection; throws PostgreSQL's error. A limit, if given, receives the rows. */
export type RunAsReader = (query: pg.QueryConfig, limit?: RowLimit) => Promise<readonly Row[]>

/** The password or the role has changed since this process last read it. */
const LOGIN_REFUSED = new Set(['28P01', '28000'])
const TOO_MANY = '53300'
const DENIED = '42501'
const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '')
const isOfStatement = (error: unknown) =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL'

const BUSY = {
  kind: 'unavailable',
  message: 'Too many queries of this project are running. Try again shortly.',
  retryAfterSeconds: 5,
} as const

/** Connections logged in as environments' readers, for statements that run developers' SQL. */
export class PostgresReaders {
  readonly #options: ReadersOptions
  readonly #statementMs: number
  readonly #pool: ReaderPool
  readonly #places: SingleConnections | undefined
  readonly #ensured = new Map<string, { release: string; password: string }>()

  constructor(options: ReadersOptions) {
    this.#options = options
    this.#statementMs = options.statementMs ?? STATEMENT_TIMEOUT_MS
    const { budget, limits: { readers, idleMs } = ROW_CONNECTIONS } = options
    this.#pool = new ReaderPool({ ...READER_LIMITS, perProcess: readers, idleMs })
    this.#places =
      budget && new SingleConnections(budget, { waitMs: READER_LIMITS.waitMs, shrink: this.#pool })
  }

  /** Leases a connection while the work runs. A connection that turns out dead at first use is replaced. */
  async use<T>(target: RowTarget, work: (run: RunAsReader) => Promise<T>): Promise<T> {
    for (;;) {
      const lease = await this.#lease(target)
      let hasAnswered = false
      let isUsable = true
      const run: RunAsReader = async (query, limit) => {
        try {
          const rows = await this.#runWithin(lease.client, query, limit)
          hasAnswered = true
          if (isDestroyed(lease.client)) isUsable = false
          return rows
        } catch (error) {
          if (!isOfStatement(error)) isUsable = false
          throw error
        }
      }
      try {
        return await work(run)
      } catch (error) {
        const isLost = !isUsable && !hasAnswered && !(error instanceof DatabaseFault)
        if (!isLost || !lease.isReused) throw error
      } finally {
        lease.release(isUsable)
      }
    }
  }

  /** Runs one compiled statement; errors of the database are thrown as a DatabaseFault. */
  read(target: RowTarget, statement: Statement): Promise<readonly Row[]> {
    return this.use(target, (run) => readWith(run, statement))
  }

  async #lease(target: RowTarget): Promise<ReaderLease> {
    const { environmentId } = target.placement
    for (let attempt = 1; ; attempt += 1) {
      const password = await this.#ensure(target)
      try {
        return await this.#pool.lease(environmentId, () => this.#open(target, password))
      } catch (error) {
        if (error instanceof ReadersBusy && error.isOwn)
          throw new DatabaseFault({ ...BUSY, kind: 'limited' }, error)
        if (error instanceof ReadersBusy || codeOf(error) === TOO_MANY)
          throw new DatabaseFault(BUSY, error)
        if (!LOGIN_REFUSED.has(codeOf(error)) || attempt > 1) throw error
        this.#ensured.delete(environmentId)
      }
    }
  }

  async #open({ placement }: RowTarget, password: string): Promise<pg.Client> {
    const config = await this.#options.pools.directConfigOf(placement)
    const free = await this.#places?.take()
    try {
      const client = await openReader({
        ...{ placement, config, password },
        statementMs: this.#statementMs,
      })
      if (free) client.once('end', free)
      return client
    } catch (error) {
      free?.()
      throw error
    }
  }

  async #ensure({ placement, release }: RowTarget): Promise<string> {
    const { environmentId } = placement
    const known = this.#ensured.get(environmentId)
    if (known?.release === release) return known.password
    const { pools, vault } = this.#options
    const { connections } = await pools.of(placement)
    const connect = () => connections.connect(environmentId)
    const password = await ensureReader({ placement, connect, vault })
    this.#ensured.set(environmentId, { release, password })
    return password
  }

  async #runWithin(
    client: pg.Client,
    query: pg.QueryConfig,
    limit: RowLimit | undefined,
  ): Promise<readonly Row[]> {
    let isLate = false
    // A statement can disable its own timeout; then the connection is closed.
    const timer = setTimeout(() => {
      isLate = true
      destroyReader(client)
    }, clientTimeoutOf(this.#statementMs))
    const restore = lowerLongBackend(client)
    try {
      // Side effects of functions, such as notifications or large objects, are rolled back.
      client.query('begin read only').catch(() => undefined)
      const answered = limit
        ? limit.send(client, query).then(() => [])
        : sendOne<Row & pg.QueryResultRow>(client, query).then(({ rows }) => rows)
      client.query('rollback').catch(() => undefined)
      return await answered
    } catch (error) {
      throw isLate ? new DatabaseFault({ kind: 'timeout' }, error) : error
    } finally {
      clearTimeout(timer)
      restore?.()
    }
  }

  close(): void {
    this.#pool.close()
  }
}

/** Runs a compiled statement; errors of the database are thrown as a DatabaseFault. */
export async function readWith(
  run: RunAsReader,
  { text, values }: Statement,
): Promise<readonly Row[]> {
  try {
    return await run({ text, values: [...values] })
  } catch (error) {
    if (codeOf(error) === DENIED) throw new DatabaseFault(DENIED_TO_VIEW, error)
    const fault = faultOfPostgres(error)
    throw fault ? new DatabaseFault(fault, error) : error
  }
}

const DENIED_TO_VIEW = {
  kind: 'unavailable',
  message:
    'The query of a Computed table reads something that it has no right to, such as a hidden or hashed column or a deleted field. Name the columns one by one in its query and sync.',
} as const
