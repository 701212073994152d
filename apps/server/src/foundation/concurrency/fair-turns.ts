import { FairOrder } from './fair-order.ts'

/** Entries of one key that run at once in a turn of the event loop, and of all keys that had to wait. */
const AT_ONCE = 4
const RESUMED = 8

/**
 * Shares the event loop between keys. In a turn of the loop the first entries of each key run at once; the others wait,
 * and each following turn resumes a few of them, round robin over keys. So the time of a turn does not depend on how
 * many connections one key has.
 */
export class FairTurns {
  readonly #order = new FairOrder<() => void>()
  readonly #used = new Map<string, number>()
  #isScheduled = false

  /** Undefined if the caller may go on at once, otherwise a promise of its turn. */
  enter(key: string): Promise<void> | undefined {
    if (!this.#isScheduled) this.#schedule()
    const used = this.#used.get(key) ?? 0
    if (used < AT_ONCE && this.#order.waitingOf(key) === 0) {
      this.#used.set(key, used + 1)
      return undefined
    }
    return new Promise((resolve) => this.#order.add(key, resolve))
  }

  #schedule(): void {
    this.#isScheduled = true
    setImmediate(() => this.#startTurn())
  }

  #startTurn(): void {
    this.#isScheduled = false
    this.#used.clear()
    const keys: string[] = []
    for (let count = 0; count < RESUMED; count += 1) {
      const next = this.#order.take()
      if (!next) break
      keys.push(next.key)
      next.item()
    }
    for (const key of keys) this.#order.end(key)
    if (this.#order.waiting > 0) this.#schedule()
  }
}
