/** Polls until the condition is truthy and returns its value; throws after the time limit. */
export async function eventually<T>(
  poll: () => Promise<T | undefined | false>,
  withinMs = 10_000,
): Promise<T> {
  const end = Date.now() + withinMs
  for (;;) {
    const found = await poll()
    if (found) return found
    if (Date.now() > end) throw new Error(`condition not met within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
