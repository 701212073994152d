import { FairOrder } from './fair-order.ts'

/**
 * Shares the event loop between keys. A key of which nothing waits goes on at once, once in a turn of the loop. All
 * others wait, and each turn resumes one of them, round robin over keys. So the time of a turn does not depend on how
 * many connections one key has, and work that is in no queue goes on as well.
 */
export class FairTurns {
  readonly #order = new FairOrder<() => void>()
  /** Keys that went on at once in this turn. */
  readonly #used = new Set<string>()
  #isScheduled = false

  /** Undefined if the caller may go on at once, otherwise a promise of its turn. */
  enter(key: string): Promise<void> | undefined {
    this.#schedule()
    if (!this.#used.has(key) && this.#order.waitingOf(key) === 0) {
      this.#used.add(key)
      return undefined
    }
    return new Promise((resolve) => this.#order.add(key, resolve))
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#startTurn())
  }

  #startTurn(): void {
    this.#isScheduled = false
    this.#used.clear()
    const next = this.#order.take()
    if (!next) return
    this.#order.end(next.key)
    next.item()
    if (this.#order.waiting > 0) this.#schedule()
  }
}
