import type pg from 'pg'
import { FairQueue } from '../../../foundation/concurrency/fair-queue.ts'
import { limitedFault } from '../database-fault.ts'

/** Takes a connection from a pool until it is released. */
export type TakeConnection = () => Promise<pg.PoolClient>

/** Statements of one environment that wait for a connection, and how long. */
const MAX_WAITING = 200
const MAX_WAIT_MS = 5_000

interface ConnectionLimits {
  readonly connections: number
  readonly perEnvironment: number
  readonly readsPerEnvironment: number
}

/** The pool sets a new `release` whenever it lends the connection. */
function callOnRelease(client: pg.PoolClient, released: () => void): pg.PoolClient {
  const { release } = client
  client.release = (error) => {
    release.call(client, error)
    released()
  }
  return client
}

/** A pool whose connections environments share fairly; `release` gives one to the environment that has the fewest. */
export class FairConnections {
  readonly #pool: pg.Pool
  readonly #queue: FairQueue
  readonly #reads: FairQueue

  constructor(
    pool: pg.Pool,
    { connections, perEnvironment, readsPerEnvironment }: ConnectionLimits,
  ) {
    this.#pool = pool
    const queueOf = (maxPerKey: number) =>
      new FairQueue({
        slots: connections,
        maxPerKey,
        maxWaiting: MAX_WAITING,
        maxWaitMs: MAX_WAIT_MS,
        refuse: limitedFault('requests'),
      })
    this.#queue = queueOf(perEnvironment)
    this.#reads = queueOf(readsPerEnvironment)
  }

  /** For a read that may take long, which occupies a processor of the database server; otherwise like `connect`. */
  async connectToRead(key: string): Promise<pg.PoolClient> {
    const turn = this.#reads.enter(key)
    if (turn) await turn
    const since = performance.now()
    const leave = () => this.#reads.leave(key, performance.now() - since)
    try {
      return callOnRelease(await this.connect(key), leave)
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Throws a `limited` fault if too many statements of the key wait. */
  async connect(key: string): Promise<pg.PoolClient> {
    const turn = this.#queue.enter(key)
    if (turn) await turn
    const since = performance.now()
    const leave = () => this.#queue.leave(key, performance.now() - since)
    try {
      return callOnRelease(await this.#pool.connect(), leave)
    } catch (error) {
      leave()
      throw error
    }
  }
}
