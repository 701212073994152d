const MAX_TURN_MS = 8
const CHECK_EVERY = 64

/** Splits long work into turns, so that the event loop serves others between them. */
export function takeTurn(): { isOver(): boolean; next(): Promise<void> } {
  let startedAt = performance.now()
  let count = 0
  return {
    isOver() {
      count += 1
      return count % CHECK_EVERY === 0 && performance.now() - startedAt > MAX_TURN_MS
    },
    async next() {
      await new Promise((resolve) => setImmediate(resolve))
      startedAt = performance.now()
    },
  }
}
