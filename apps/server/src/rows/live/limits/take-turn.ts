const MAX_TURN_MS = 8
const CHECK_EVERY = 8
/** Work on more characters is long: the clock is read after it. */
const LONG_CHARACTERS = 512

/**
 * Splits long work into turns, so that the event loop serves others between them. The clock is read after several short
 * pieces of work, or after a long one.
 */
export function takeTurn(): { isOver(characters?: number): boolean; next(): Promise<void> } {
  let startedAt = performance.now()
  let count = 0
  return {
    isOver(characters = 0) {
      count += 1
      const isDue = characters > LONG_CHARACTERS || count % CHECK_EVERY === 0
      return isDue && performance.now() - startedAt > MAX_TURN_MS
    },
    async next() {
      await new Promise((resolve) => setImmediate(resolve))
      startedAt = performance.now()
    },
  }
}
