/** Ids of rows that a subscription remembers; more than initial rows. */
export const MAX_SENT_IDS = 2_000

/**
 * Ids of the rows that a subscription was sent on its connection, if the database judges it. The log does not tell
 * whether such a subscriber saw a row before a change, and nobody may learn ids of rows that they never saw.
 */
export class SentIds {
  readonly #ids = new Set<string>()

  /** False if there were too many: all others are forgotten, so that the client has to read its rows again. */
  add(id: string): boolean {
    const isFull = this.#ids.size >= MAX_SENT_IDS && !this.#ids.has(id)
    if (isFull) this.#ids.clear()
    this.#ids.add(id)
    return !isFull
  }

  /** True if the row was sent and has not left since. */
  delete(id: string): boolean {
    return this.#ids.delete(id)
  }
}
