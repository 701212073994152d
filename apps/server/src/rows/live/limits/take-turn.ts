const MAX_TURN_MS = 8
const CHECK_EVERY = 64

/**
 * Splits long work into turns, so that the event loop serves others between them. The clock is read after several short
 * pieces of work, or after a long one.
 */
export function takeTurn(): { isOver(isLong?: boolean): boolean; next(): Promise<void> } {
  let startedAt = performance.now()
  let count = 0
  return {
    isOver(isLong = false) {
      count += 1
      return (isLong || count % CHECK_EVERY === 0) && performance.now() - startedAt > MAX_TURN_MS
    },
    async next() {
      await new Promise((resolve) => setImmediate(resolve))
      startedAt = performance.now()
    },
  }
}
