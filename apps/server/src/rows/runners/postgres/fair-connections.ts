import type pg from 'pg'
import { FairQueue } from '../../../foundation/concurrency/fair-queue.ts'
import type {
  BudgetShare,
  ConnectionBudget,
} from '../../../foundation/platform/connection-budget.ts'
import { limitedFault } from '../database-fault.ts'
import { hasPreparedMany } from './prepared-statements.ts'

/** Takes a connection from a pool until it is released. */
export type TakeConnection = () => Promise<pg.PoolClient>

/** Runs statements outside a transaction. */
export interface SingleQueries {
  query<R extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<R>>
}

interface FairLimits {
  /** The budget of the process, of which the pool uses a part. */
  readonly budget: ConnectionBudget
  readonly connections: number
  readonly perEnvironment: number
  readonly readsPerEnvironment: number
  /** Called when the budget has no room: the pool must do with as many connections as `room` says. */
  readonly onPressure?: () => void
  /** Called when the pool has no connection any more. */
  readonly onEmpty?: () => void
}

/** Statements of one environment that wait for a connection, and how long. */
const MAX_WAITING = 200
const MAX_WAIT_MS = 5_000
/** The key of connections that are taken in order to close them. */
const CLOSING = 'closing'

/** Takes a connection in a slot of the key, which is free again when the connection is released. */
async function connectWithin(
  queue: Pick<FairQueue, 'enter' | 'leave'>,
  key: string,
  take: TakeConnection,
): Promise<pg.PoolClient> {
  const turn = queue.enter(key)
  if (turn) await turn
  const since = performance.now()
  const leave = () => queue.leave(key, performance.now() - since)
  try {
    const client = await take()
    // The pool sets a new `release` whenever it lends the connection.
    const { release } = client
    client.release = (error) => {
      release.call(client, error)
      leave()
    }
    return client
  } catch (error) {
    leave()
    throw error
  }
}

/** A pool whose connections environments share fairly; `release` gives one to the environment that has the fewest. */
export class FairConnections {
  readonly #pool: pg.Pool
  readonly #limits: FairLimits
  readonly #queue: FairQueue
  readonly #reads: FairQueue
  readonly #share: BudgetShare
  /** Connections that the budget allows at present; the pool has no more than these. */
  #granted = 0
  /** Connections to close when they are released. */
  #toClose = 0
  /** Connections that are being closed; they count until the server has ended them. */
  readonly #closing = new Set<pg.PoolClient>()

  /** The queue, whose slots are connections of the budget. */
  readonly #slots: Pick<FairQueue, 'enter' | 'leave'> = {
    enter: (key) => {
      const turn = this.#queue.enter(key)
      if (turn) this.#request()
      return turn
    },
    leave: (key, ms) => {
      this.#queue.leave(key, ms)
      this.#settle()
    },
  }

  constructor(pool: pg.Pool, limits: FairLimits) {
    this.#pool = pool
    this.#limits = limits
    const queueOf = (maxPerKey: number) =>
      new FairQueue({
        slots: limits.connections,
        maxPerKey,
        maxWaiting: MAX_WAITING,
        maxWaitMs: MAX_WAIT_MS,
        refuse: limitedFault('requests'),
      })
    this.#queue = queueOf(limits.perEnvironment)
    this.#reads = queueOf(limits.readsPerEnvironment)
    this.#queue.resize(0)
    this.#share = limits.budget.join({
      wants: () => this.#granted < limits.connections && this.#queue.hasNext(),
      grant: () => this.#resize(1),
      hasIdle: () => this.#queue.size.running < this.#granted - this.#closing.size,
      shrink: () => this.#shrink(),
    })
    pool.on('remove', (client) => {
      if (this.#closing.delete(client as pg.PoolClient)) this.#free()
      this.#settle()
    })
  }

  /** Connections that the pool can count on at present. */
  get room(): number {
    const { budget, connections } = this.#limits
    return budget.isExhausted ? this.#granted - this.#closing.size : connections
  }

  /** For a read that may take long, which occupies a processor of the database server; otherwise like `connect`. */
  connectToRead(key: string): Promise<pg.PoolClient> {
    return connectWithin(this.#reads, key, () => this.connect(key))
  }

  /** Throws a `limited` fault if too many statements of the key wait. */
  connect(key: string): Promise<pg.PoolClient> {
    return connectWithin(this.#slots, key, async () => {
      const client = await this.#pool.connect()
      const { release } = client
      client.release = (error) =>
        release.call(client, this.#isToClose(client, error) && (error || true))
      return client
    })
  }

  #isToClose(client: pg.PoolClient, error?: Error | boolean): boolean {
    const isLast = this.#toClose > 0
    if (isLast) this.#toClose -= 1
    if (!error && !isLast && !hasPreparedMany(client)) return false
    this.#closing.add(client)
    this.#resize(0)
    return true
  }

  /** Runs single statements, each on the first connection that the key gets. */
  queryAs(key: string): SingleQueries {
    return {
      query: async (config) => {
        const client = await this.connect(key)
        let broken: Error | undefined
        const lose = (lost: Error) => {
          broken = lost
        }
        client.on('error', lose)
        try {
          return await client.query(config)
        } finally {
          client.off('error', lose)
          client.release(broken)
        }
      },
    }
  }

  #request(): void {
    if (this.#granted >= this.#limits.connections || !this.#queue.hasNext()) return
    this.#share.request()
    if (this.#queue.hasNext()) this.#limits.onPressure?.()
  }

  #resize(by: 1 | 0 | -1): void {
    this.#granted += by
    this.#queue.resize(this.#granted - this.#closing.size)
  }

  #free(): void {
    this.#resize(-1)
    this.#share.free()
    if (this.#limits.budget.isExhausted) this.#limits.onPressure?.()
  }

  #shrink(): boolean {
    this.#toClose += 1
    if (this.#queue.size.running >= this.#granted - this.#closing.size) return true
    // In its own slot, so that no statement takes the idle connection meanwhile.
    this.connect(CLOSING).then(
      (client) => client.release(),
      () => {
        this.#toClose -= 1
      },
    )
    return true
  }

  /** Frees the places of connections that the pool has closed or could not open. */
  #settle(): void {
    const inUse = () => Math.max(this.#queue.size.running, this.#pool.totalCount)
    while (this.#granted - this.#closing.size > inUse()) this.#free()
    this.#request()
    if (this.#granted === 0 && this.#queue.size.waiting === 0) this.#limits.onEmpty?.()
  }
}
