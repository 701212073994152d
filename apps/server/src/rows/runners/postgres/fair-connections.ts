import type pg from 'pg'
import { FairQueue } from '../../../foundation/concurrency/fair-queue.ts'
import { limitedFault } from '../database-fault.ts'

/** Takes a connection from a pool until it is released. */
export type Connect = () => Promise<pg.PoolClient>

/** Statements of one environment that wait for a connection, and how long. */
const MAX_WAITING = 200
const MAX_WAIT_MS = 5_000

/** A pool whose connections environments share fairly; `release` gives one to the environment that has the fewest. */
export class FairConnections {
  readonly #pool: pg.Pool
  readonly #queue: FairQueue

  constructor(pool: pg.Pool, limits: { connections: number; perEnvironment: number }) {
    this.#pool = pool
    this.#queue = new FairQueue({
      slots: limits.connections,
      maxPerKey: limits.perEnvironment,
      maxWaiting: MAX_WAITING,
      maxWaitMs: MAX_WAIT_MS,
      refuse: limitedFault('requests'),
    })
  }

  /** Throws a `limited` fault if too many statements of the key wait. */
  async connect(key: string): Promise<pg.PoolClient> {
    const turn = this.#queue.enter(key)
    if (turn) await turn
    const since = performance.now()
    const leave = () => this.#queue.leave(key, performance.now() - since)
    try {
      const client = await this.#pool.connect()
      // The pool sets a new function whenever it lends the connection.
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
}
