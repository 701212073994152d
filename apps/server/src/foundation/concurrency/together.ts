const CONSTRAINT_OR_DATA = /^2[23]/

interface Waiting<Item, Outcome> {
  item: Item
  done: (outcome: Outcome) => void
  failed: (error: unknown) => void
}

interface Options<Item, Outcome> {
  /** Does the work for several at once; the outcomes in their order. */
  work: (items: readonly Item[]) => Promise<readonly Outcome[]>
  /** How many go together at most. */
  most: number
  /** How large they may be together; one alone may be larger. */
  mostSize?: number
  sizeOf?: (item: Item) => number
}

/**
 * Does together what comes one by one and fast: what arrives while the work is under way waits for the
 * next time, so that many share one commit and one alone waits for nobody.
 */
export class Together<Item, Outcome> {
  readonly #options: Options<Item, Outcome>
  readonly #waiting: Waiting<Item, Outcome>[] = []
  #isWorking = false

  constructor(options: Options<Item, Outcome>) {
    this.#options = options
  }

  add(item: Item): Promise<Outcome> {
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed })
      if (!this.#isWorking) void this.#workOff()
    })
  }

  #next(): Waiting<Item, Outcome>[] {
    const { most, mostSize = Number.POSITIVE_INFINITY, sizeOf = () => 0 } = this.#options
    let size = 0
    const end = this.#waiting.findIndex(({ item }, at) => {
      size += sizeOf(item)
      return at > 0 && (at >= most || size > mostSize)
    })
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }

  async #workOff(): Promise<void> {
    this.#isWorking = true
    // What comes in the same turn of the loop goes along.
    await undefined
    while (this.#waiting.length > 0) await this.#work(this.#next())
    this.#isWorking = false
  }

  async #work(together: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#options.work(together.map(({ item }) => item))
      together.forEach(({ done }, at) => {
        done(outcomes[at] as Outcome)
      })
    } catch (error) {
      const { code = '' } = error as { code?: string }
      // One that the database refuses keeps nobody else from it; a database that is away is so for all.
      if (together.length > 1 && CONSTRAINT_OR_DATA.test(code)) {
        for (const one of together) await this.#work([one])
      } else for (const { failed } of together) failed(error)
    }
  }
}
