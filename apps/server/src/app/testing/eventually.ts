/** Waits for a condition that another process brings about. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false>,
  withinMs = 10_000,
): Promise<T> {
  const end = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`did not happen within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
