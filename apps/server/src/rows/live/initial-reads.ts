import { FairQueue, type FairQueueOptions } from '../../foundation/concurrency/fair-queue.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import {
  MAX_INITIAL_READS,
  MAX_INITIAL_READS_OF_CALLER,
  MAX_WAITING_READS_OF_CALLER,
} from './limits/live-limits.ts'
import type { LiveConnection, RowSubscription } from './live-connection.ts'
import type { LiveContext } from './live-request.ts'
import { drain, sendInitialRows } from './send-initial-rows.ts'

/** No caller can take the last turn. */
const TURNS: FairQueueOptions = {
  slots: MAX_INITIAL_READS,
  maxPerKey: MAX_INITIAL_READS_OF_CALLER,
  maxWaiting: MAX_WAITING_READS_OF_CALLER,
  refuse: (retryAfterSeconds) =>
    new ApiError(
      'rate_limited',
      'Too many initial rows of yours are still being read. Wait for them, then subscribe again.',
      { retryAfterSeconds },
    ),
}

/**
 * Reads initial rows in few statements of an environment at a time, whose turns callers share, and for one subscription of
 * a connection at a time. Nothing waits in the turn of a read, so that a client that does not read delays no other.
 */
export class InitialReads {
  readonly #context: LiveContext
  /** By environment, while rows are read. */
  readonly #queues = new Map<string, FairQueue>()
  readonly #ofConnections = new WeakMap<LiveConnection, Promise<void>>()

  constructor(context: LiveContext) {
    this.#context = context
  }

  /** Resolves when the rows were sent or the subscription has ended. */
  async send(subscription: RowSubscription): Promise<void> {
    const { connection } = subscription
    const before = this.#ofConnections.get(connection) ?? Promise.resolve()
    const own = before.then(async () => {
      await drain(connection)
      if (connection.has(subscription)) await this.#send(subscription)
    })
    this.#ofConnections.set(
      connection,
      own.catch(() => undefined),
    )
    await own
  }

  #send(subscription: RowSubscription): Promise<void> {
    return sendInitialRows(this.#context, subscription, (read) => this.inTurn(subscription, read))
  }

  /** Runs a read in the turn of its caller. Throws if the subscription ended while it waited. */
  async inTurn<Found>(subscription: RowSubscription, read: () => Promise<Found>): Promise<Found> {
    const { connection, plan } = subscription
    const { id } = plan.environment
    const queue = this.#queues.get(id) ?? new FairQueue(TURNS)
    this.#queues.set(id, queue)
    try {
      return await queue.run(connection.holder, () => {
        if (!connection.has(subscription)) throw new Error('The subscription has ended')
        return read()
      })
    } finally {
      const { running, waiting } = queue.size
      // Of reads that end together, the first one makes room for a new queue, which the others must not delete.
      const isOver = running + waiting === 0 && this.#queues.get(id) === queue
      if (isOver) this.#queues.delete(id)
    }
  }
}
