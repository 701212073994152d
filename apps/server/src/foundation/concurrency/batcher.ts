const CONSTRAINT_OR_DATA = /^2[23]/

interface Waiting<Item, Outcome> {
  item: Item
  done: (outcome: Outcome) => void
  failed: (error: unknown) => void
}

interface Options<Item, Outcome> {
  /** Processes a batch; returns one outcome per item, in order. */
  work: (items: readonly Item[]) => Promise<readonly Outcome[]>
  /** Maximum number of items in a batch. */
  maxItems: number
  /** Maximum total size of a batch; a single item may be larger. */
  maxSize?: number
  sizeOf?: (item: Item) => number
}

/**
 * Batches items that arrive while earlier work is in progress, so that many share one commit and a single item is never
 * delayed.
 */
export class Batcher<Item, Outcome> {
  readonly #options: Options<Item, Outcome>
  readonly #waiting: Waiting<Item, Outcome>[] = []
  #isWorking = false

  constructor(options: Options<Item, Outcome>) {
    this.#options = options
  }

  add(item: Item): Promise<Outcome> {
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed })
      if (!this.#isWorking) void this.#drain()
    })
  }

  #next(): Waiting<Item, Outcome>[] {
    const { maxItems, maxSize = Number.POSITIVE_INFINITY, sizeOf = () => 0 } = this.#options
    let size = 0
    const end = this.#waiting.findIndex(({ item }, at) => {
      size += sizeOf(item)
      return at > 0 && (at >= maxItems || size > maxSize)
    })
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }

  async #drain(): Promise<void> {
    this.#isWorking = true
    // Items added in the same tick join the batch.
    await undefined
    while (this.#waiting.length > 0) await this.#work(this.#next())
    this.#isWorking = false
  }

  async #work(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#options.work(batch.map(({ item }) => item))
      batch.forEach(({ done }, at) => {
        done(outcomes[at] as Outcome)
      })
    } catch (error) {
      const { code = '' } = error as { code?: string }
      // An item that violates a constraint must not fail the others, so they are retried one by one.
      if (batch.length > 1 && CONSTRAINT_OR_DATA.test(code)) {
        for (const one of batch) await this.#work([one])
      } else for (const { failed } of batch) failed(error)
    }
  }
}
