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

/** Takes a connection in a slot of the key, which is free again when the connection is released. */
async function connectWithin(
  queue: FairQueue,
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
  connectToRead(key: string): Promise<pg.PoolClient> {
    return connectWithin(this.#reads, key, () => this.connect(key))
  }

  /** Throws a `limited` fault if too many statements of the key wait. */
  connect(key: string): Promise<pg.PoolClient> {
    return connectWithin(this.#queue, key, () => this.#pool.connect())
  }
}
