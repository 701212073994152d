import pg from 'pg'
import { faultOfPostgres } from '../database-fault.ts'
import type { Row } from '../row-runner.ts'
import type { TakeConnection } from './fair-connections.ts'
import { hasPreparedMany } from './prepared-statements.ts'

/** A connection with several statements in flight, answered in the order they were sent. */
interface Lease {
  readonly client: pg.PoolClient
  /** When it returns to the pool at the latest. */
  readonly until: number
  inFlight: number
  /** Number of statements sent. */
  sent: number
  /** The statement that was being answered when the connection was lost. */
  firstUnanswered: number | undefined
  /** Time of its last answer, in milliseconds. */
  answeredAt: number
  /** Draining: takes no more statements, and is returned once it has answered all. */
  isDraining: boolean
  /** Why the connection must not be reused. */
  fault: Error | undefined
  readonly lose: (error: Error) => void
}

export interface NamedQuery {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  /** The environment, and how long the statement took before. */
  readonly key?: string
  readonly expectedMs?: number
}

export interface TimedRows {
  readonly rows: readonly Row[]
  /** Execution time in the database. */
  readonly ms: number
}

/**
 * An idle connection returns to the pool. One in steady use is replaced after a while, one at a time and
 * rarely, since a new connection has to prepare and plan every statement again.
 */
const IDLE_MS = 10_000
const SWEEP_MS = 1_000
const LIFETIME_MS = 600_000
/** Statements in flight per connection; beyond that a caller waits for the pool. */
const MAX_IN_FLIGHT = 64
/**
 * Work of one environment in flight per connection. Statements are answered in the order they were sent, so another
 * environment waits that long; the rest of its statements wait for a connection of their own, in turn.
 */
const MAX_SHARE_MS = 10
const MIN_EXPECTED_MS = 0.01

/** The connection was lost while a statement before this one was running; this one did not cause it. */
export class LostBehind extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
  }
}

const isLost = (error: Error) => !(error instanceof pg.DatabaseError)

/** Built from its text: pg would copy an object property by property. */
function queryOf({ name, text, values }: NamedQuery, answered: Answered): pg.Query {
  return Object.assign(new pg.Query(text, values, answered), { name })
}

type Answered = (error: Error | undefined, result: { readonly rows: readonly Row[] }) => void

/**
 * Multiplexes short statements over shared connections: a statement is sent without waiting for the answers of
 * those before it. Each is still its own transaction.
 */
export class ConnectionMultiplexer {
  readonly #connect: TakeConnection
  readonly #maxConnections: () => number
  readonly #leases = new Set<Lease>()
  /** Expected time of the statements in flight, by environment. */
  readonly #shares = new Map<string, number>()
  #opening = 0
  #isClosed = false
  #sweep: NodeJS.Timeout | undefined

  constructor(connect: TakeConnection, maxConnections: () => number) {
    this.#connect = connect
    this.#maxConnections = maxConnections
  }

  /**
   * Undefined if no shared connection is free, or if the environment has its share of them in use; the statement has not
   * been sent then.
   */
  run(query: NamedQuery): Promise<TimedRows> | undefined {
    const { key = '', expectedMs = 0 } = query
    const used = this.#shares.get(key) ?? 0
    if (used > 0 && used + expectedMs > MAX_SHARE_MS * this.#maxConnections()) return undefined
    const lease = this.#choose()
    if (!lease || lease.inFlight > 0) this.#openAnother()
    return lease && this.#send(lease, query)
  }

  #choose(): Lease | undefined {
    let best: Lease | undefined
    for (const lease of this.#leases) {
      if (lease.isDraining || lease.inFlight >= MAX_IN_FLIGHT) continue
      if (!best || lease.inFlight < best.inFlight) best = lease
    }
    return best
  }

  #openAnother(): void {
    if (this.#leases.size + this.#opening >= this.#maxConnections()) return
    this.#opening += 1
    this.#connect()
      .then((client) => this.#take(client))
      // The next caller sees the error itself.
      .catch(() => undefined)
      .finally(() => {
        this.#opening -= 1
      })
  }

  #take(client: pg.PoolClient): void {
    if (this.#isClosed) {
      client.release()
      return
    }
    const now = performance.now()
    const lose = (error: Error) => this.#end(lease, error)
    const until = now + LIFETIME_MS * (1 + Math.random())
    const times = { until, answeredAt: now }
    const states = {
      inFlight: 0,
      sent: 0,
      firstUnanswered: undefined,
      isDraining: false,
      fault: undefined,
    }
    const lease: Lease = { client, ...times, ...states, lose }
    this.#leases.add(lease)
    client.on('error', lose)
    this.#sweep ??= setInterval(() => this.#endIdle(), SWEEP_MS).unref()
  }

  #send(lease: Lease, query: NamedQuery): Promise<TimedRows> {
    lease.inFlight += 1
    this.#count(query, 1)
    const number = lease.sent
    lease.sent += 1
    const sentAt = performance.now()
    return new Promise((resolve, reject) => {
      const answered = (error: Error | undefined, result: { readonly rows: readonly Row[] }) => {
        lease.inFlight -= 1
        this.#count(query, -1)
        const now = performance.now()
        const ms = now - Math.max(sentAt, lease.answeredAt)
        lease.answeredAt = now
        if (error && isLost(error)) lease.firstUnanswered ??= number
        const isBehind = number !== lease.firstUnanswered
        if (error) this.#doubt(lease, error)
        if (lease.isDraining && lease.inFlight === 0) this.#end(lease, lease.fault)
        if (error) reject(isBehind && isLost(error) ? new LostBehind(error) : error)
        else resolve({ rows: result.rows, ms })
      }
      lease.client.query(queryOf(query, answered))
    })
  }

  #count({ key = '', expectedMs = 0 }: NamedQuery, sign: 1 | -1): void {
    const used = (this.#shares.get(key) ?? 0) + sign * Math.max(expectedMs, MIN_EXPECTED_MS)
    // A sum of fractions rarely ends at exactly zero.
    if (used > MIN_EXPECTED_MS / 2) this.#shares.set(key, used)
    else this.#shares.delete(key)
  }

  /**
   * A rejected statement affects only itself; any other error means that the connection, or its prepared
   * statements, are unusable.
   */
  #doubt(lease: Lease, error: Error): void {
    if (isLost(error)) this.#end(lease, error)
    if (faultOfPostgres(error)?.kind !== 'stale') return
    lease.isDraining = true
    lease.fault = error
  }

  #endIdle(): void {
    const now = performance.now()
    for (const lease of this.#leases) {
      if (now > lease.until || hasPreparedMany(lease.client)) lease.isDraining = true
      const isIdle = now - lease.answeredAt > IDLE_MS
      if (lease.inFlight === 0 && (isIdle || lease.isDraining)) this.#end(lease, lease.fault)
    }
  }

  /** Returns the connections beyond the present maximum to the pool, once they have answered. */
  trim(): void {
    const open = [...this.#leases].filter(({ isDraining }) => !isDraining)
    for (const lease of open.slice(this.#maxConnections())) {
      lease.isDraining = true
      if (lease.inFlight === 0) this.#end(lease)
    }
  }

  #end(lease: Lease, error?: Error): void {
    if (!this.#leases.delete(lease)) return
    lease.client.off('error', lease.lose)
    lease.client.release(error)
    if (this.#leases.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  /** Returns its connections to the pool; statements in flight are still answered. */
  close(): void {
    this.#isClosed = true
    for (const lease of this.#leases) this.#end(lease)
  }
}
