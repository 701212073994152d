import { FairOrder } from './fair-order.ts'

/** Entries of one key that go on at once in a turn of the event loop. */
const AT_ONCE = 1
/** How long a turn resumes entries that had to wait; at least one is resumed. */
const TURN_MS = 1

/**
 * Shares the event loop between keys. In a turn of the loop the first entry of each key goes on at once; the others
 * wait, and each turn resumes some of them, round robin over keys. So the time of a turn does not depend on how many
 * connections one key has, and work that is in no queue goes on as well.
 */
export class FairTurns {
  readonly #order = new FairOrder<() => void>()
  readonly #used = new Map<string, number>()
  #isScheduled = false

  /** Undefined if the caller may go on at once, otherwise a promise of its turn. */
  enter(key: string): Promise<void> | undefined {
    this.#schedule()
    const used = this.#used.get(key) ?? 0
    if (used < AT_ONCE && this.#order.waitingOf(key) === 0) {
      this.#used.set(key, used + 1)
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
    this.#resume(performance.now() + TURN_MS)
  }

  #resume(until: number): void {
    const next = this.#order.take()
    if (!next) return
    this.#order.end(next.key)
    next.item()
    if (this.#order.waiting === 0) return
    const goOn = () => {
      if (performance.now() < until) this.#resume(until)
      else this.#schedule()
    }
    // A tick that a microtask requests runs after all that the entry does without waiting for input.
    queueMicrotask(() => process.nextTick(goOn))
  }
}
