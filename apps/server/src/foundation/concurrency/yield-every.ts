import { setImmediate as nextTurn } from 'node:timers/promises'

/** For loops over synchronous work: the returned function lets other callers of the event loop in after so many milliseconds. */
export function yieldEvery(ms: number): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < ms) return
    await nextTurn()
    since = performance.now()
  }
}
