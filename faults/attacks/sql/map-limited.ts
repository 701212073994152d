/** Maps items with limited concurrency; results are in item order. */
export async function mapLimited<T, R>(
  items: readonly T[],
  { atOnce, work }: { atOnce: number; work: (item: T) => Promise<R> },
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const person = async () => {
    while (next < items.length) {
      const at = next
      next += 1
      results[at] = await work(items[at] as T)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, person))
  return results
}
