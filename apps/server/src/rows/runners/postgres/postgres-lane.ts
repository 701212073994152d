import type { Socket } from 'node:net'
import pg from 'pg'
import { faultOfPostgres } from '../database-fault.ts'
import type { Row } from '../row-runner.ts'

/** A connection on which several statements are under way, answered in the order they were sent. */
interface Lease {
  readonly client: pg.PoolClient
  /** When it goes back to the pool at the latest. */
  readonly until: number
  waiting: number
  /** When it last had an answer, in milliseconds. */
  answeredAt: number
  isCorked: boolean
  /** Takes nothing more, and goes when it has answered what it took. */
  isLeaving: boolean
  /** Why nobody should use it again. */
  fault: Error | undefined
  readonly lose: (error: Error) => void
}

export interface NamedQuery {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

export interface Ran {
  readonly rows: readonly Row[]
  /** How long the database itself took. */
  readonly ms: number
}

/**
 * A connection that nobody needs goes back to the pool, and one in steady use after a while, to be replaced; one
 * at a time and seldom, since another one has every statement still to prepare and to plan.
 */
const IDLE_MS = 10_000
const SWEEP_MS = 1_000
const LONGEST_MS = 600_000
/** So many behind one another at most; beyond that a call waits for the pool like any other. */
const MOST_WAITING = 64
/** So many leave together before the next connection is chosen. */
const MOST_TOGETHER = 4

/** Made from its text: an object would be copied property by property, at some cost. */
function queryOf({ name, text, values }: NamedQuery, answered: Answered): pg.Query {
  return Object.assign(new pg.Query(text, values, answered), { name })
}

type Answered = (error: Error | undefined, result: { readonly rows: readonly Row[] }) => void

/**
 * Connections that are shared by short statements: what is asked in one turn of the event loop leaves in one
 * write and mostly comes back in one read. Each statement is still a transaction of its own.
 */
export class PostgresLane {
  readonly #pool: pg.Pool
  readonly #most: number
  readonly #leases = new Set<Lease>()
  #opening = 0
  #underWay = 0
  #isClosed = false
  #sweep: NodeJS.Timeout | undefined

  constructor(pool: pg.Pool, most: number) {
    this.#pool = pool
    this.#most = most
  }

  /** Undefined when no shared connection is free: the statement has not been sent. */
  run(query: NamedQuery): Promise<Ran> | undefined {
    const lease = this.#choose()
    if (!lease || lease.waiting > 0) this.#openAnother()
    return lease && this.#send(lease, query)
  }

  #choose(): Lease | undefined {
    let best: Lease | undefined
    for (const lease of this.#leases) {
      if (lease.isLeaving || lease.waiting >= MOST_WAITING) continue
      // What leaves together costs one write here and wakes one process there.
      if (lease.isCorked && lease.waiting < MOST_TOGETHER) return lease
      if (!best || lease.waiting < best.waiting) best = lease
    }
    return best
  }

  #openAnother(): void {
    if (this.#leases.size + this.#opening >= this.#most) return
    this.#opening += 1
    this.#pool
      .connect()
      .then((client) => this.#take(client))
      // Whoever asks next finds out by itself.
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
    const until = now + LONGEST_MS * (1 + Math.random())
    const times = { until, answeredAt: now }
    const states = { waiting: 0, isCorked: false, isLeaving: false, fault: undefined }
    const lease: Lease = { client, ...times, ...states, lose }
    this.#leases.add(lease)
    client.on('error', lose)
    this.#sweep ??= setInterval(() => this.#endIdle(), SWEEP_MS).unref()
  }

  #send(lease: Lease, query: NamedQuery): Promise<Ran> {
    // Alone there is nobody to leave with.
    if (this.#underWay > 0) this.#cork(lease)
    this.#underWay += 1
    lease.waiting += 1
    const sentAt = performance.now()
    return new Promise((resolve, reject) => {
      const answered = (error: Error | undefined, result: { readonly rows: readonly Row[] }) => {
        this.#underWay -= 1
        lease.waiting -= 1
        const now = performance.now()
        const ms = now - Math.max(sentAt, lease.answeredAt)
        lease.answeredAt = now
        if (error) this.#doubt(lease, error)
        if (lease.isLeaving && lease.waiting === 0) this.#end(lease, lease.fault)
        if (error) reject(error)
        else resolve({ rows: result.rows, ms })
      }
      lease.client.query(queryOf(query, answered))
    })
  }

  /** What the database refused is one statement; anything else is the connection, or what it remembers. */
  #doubt(lease: Lease, error: Error): void {
    if (!(error instanceof pg.DatabaseError)) this.#end(lease, error)
    if (faultOfPostgres(error)?.kind !== 'stale') return
    lease.isLeaving = true
    lease.fault = error
  }

  #cork(lease: Lease): void {
    if (lease.isCorked) return
    const { stream } = (lease.client as unknown as { connection: { stream: Socket } }).connection
    lease.isCorked = true
    stream.cork()
    setImmediate(() => {
      lease.isCorked = false
      stream.uncork()
    })
  }

  #endIdle(): void {
    const now = performance.now()
    for (const lease of this.#leases) {
      if (now > lease.until) lease.isLeaving = true
      const isIdle = now - lease.answeredAt > IDLE_MS
      if (lease.waiting === 0 && (isIdle || lease.isLeaving)) this.#end(lease, lease.fault)
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

  /** Gives its connections back; what is under way is still answered. */
  close(): void {
    this.#isClosed = true
    for (const lease of this.#leases) this.#end(lease)
  }
}
