import { FairOrder } from './fair-order.ts'

export interface FairQueueOptions {
  /** Jobs that run at once. */
  readonly slots: number
  /** Jobs of one key that run at once; below `slots`, a key can never take the last one. */
  readonly maxPerKey?: number
  /** Jobs of one key that wait; one more is refused. */
  readonly maxWaiting: number
  /** How long a job waits before it is refused; without it there is no limit. */
  readonly maxWaitMs?: number
  /** The error for a refused job, with the time after which a repeat is likely to be accepted. */
  readonly refuse: (retryAfterSeconds: number) => Error
}

interface EntryOptions {
  /** Ends the wait; the job does not run then. */
  readonly signal?: AbortSignal
  /** For work that is limited elsewhere and must not be refused. */
  readonly isUnbounded?: boolean
}

interface Waiter {
  readonly admit: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs jobs in a fixed number of slots, shared fairly between keys (projects or environments): a free slot goes to the
 * waiting key that runs the fewest jobs, round robin among equals. The jobs of one key start in the order of arrival.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #order: FairOrder<Waiter>
  readonly #perKey: number
  #slots: number
  #running = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
    this.#slots = options.slots
    this.#perKey = Math.min(options.slots, options.maxPerKey ?? options.slots)
    this.#order = new FairOrder(this.#perKey)
  }

  get size(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#order.waiting }
  }

  /** Changes the number of slots; jobs that run keep theirs. */
  resize(slots: number): void {
    this.#slots = slots
    this.#admit()
  }

  /** Whether a job would start if there were one more slot. */
  hasNext(): boolean {
    return this.#order.peek() !== undefined
  }

  /** Runs the work in a slot of the key. Throws the `refuse` error if too many jobs of the key wait. */
  async run<T>(key: string, work: () => Promise<T> | T, options?: EntryOptions): Promise<T> {
    const turn = this.enter(key, options)
    if (turn) await turn
    const since = performance.now()
    try {
      return await work()
    } finally {
      this.leave(key, performance.now() - since)
    }
  }

  /** Takes a slot until `leave`; undefined if one was free, otherwise a promise of the turn. */
  enter(key: string, options: EntryOptions = {}): Promise<void> | undefined {
    options.signal?.throwIfAborted()
    if (this.#running < this.#slots && this.#order.canStart(key)) {
      this.#running += 1
      this.#order.start(key)
      return undefined
    }
    const isFull = this.#order.waitingOf(key) >= this.#options.maxWaiting
    if (isFull && !options.isUnbounded)
      throw this.#options.refuse(this.#order.retryAfterSeconds(key, this.#perKey))
    return this.#wait(key, options.signal)
  }

  /** Frees a slot of the key; the time counts for the `Retry-After` of refused jobs. */
  leave(key: string, ms?: number): void {
    this.#running -= 1
    this.#order.end(key, ms)
    this.#admit()
  }

  /** Rejects everything that waits. */
  close(error: Error): void {
    for (const { reject } of this.#order.clear()) reject(error)
  }

  #wait(key: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        if (this.#order.remove(key, waiter)) waiter.reject(signal?.reason)
      }
      const giveUp = () => {
        const error = this.#options.refuse(this.#order.retryAfterSeconds(key, this.#perKey))
        if (this.#order.remove(key, waiter)) waiter.reject(error)
      }
      const { maxWaitMs } = this.#options
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs)
      const settle = (act: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        act()
      }
      const waiter: Waiter = {
        admit: () => settle(resolve),
        reject: (error) => settle(() => reject(error)),
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#order.add(key, waiter)
    })
  }

  #admit(): void {
    while (this.#running < this.#slots) {
      const next = this.#order.take()
      if (!next) return
      this.#running += 1
      next.item.admit()
    }
  }
}
