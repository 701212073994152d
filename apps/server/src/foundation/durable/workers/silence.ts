/** Longer pauses between checks start the time again: nothing is known about what happened in between. */
const MAX_GAP_MS = 30_000

/** How long addresses have not answered, by checks without a gap. */
export class Silence {
  readonly #since = new Map<string, { first: number; last: number }>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Notes a check; returns the milliseconds since the first of an unbroken series without an answer. */
  note(url: string, hasAnswered: boolean): number {
    const now = this.#now()
    if (hasAnswered) {
      this.#since.delete(url)
      return 0
    }
    const known = this.#since.get(url)
    const first = known && now - known.last <= MAX_GAP_MS ? known.first : now
    this.#since.set(url, { first, last: now })
    return now - first
  }
}
