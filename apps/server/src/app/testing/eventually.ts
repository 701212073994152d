const MIN_PAUSE_MS = 25
const MAX_PAUSE_MS = 100

/**
 * Polls until the condition is truthy and returns its value; throws after the time limit. The pauses grow, because
 * most polls connect to a database or sign in, and several tests wait at a time.
 */
export async function eventually<T>(
  poll: () => Promise<T | undefined | false>,
  withinMs = 30_000,
): Promise<T> {
  const end = Date.now() + withinMs
  for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.25, MAX_PAUSE_MS)) {
    const found = await poll()
    if (found) return found
    if (Date.now() > end) throw new Error(`condition not met within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
