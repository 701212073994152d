/**
 * A name under which bytes in memory are counted, and how many there may be. With a name that others share, this one may
 * have as many as would then be free in that: a few names cannot use it up, and each gets an equal share.
 */
export type ByteLimit = readonly [
  name: string,
  max: number,
  of?: readonly [name: string, max: number],
]

/** Bytes of requests and answers that this process holds for slow clients. */
const held = new Map<string, number>()

export const heldBytes = (name: string): number => held.get(name) ?? 0

function change(name: string, bytes: number): void {
  const now = heldBytes(name) + bytes
  if (now > 0) held.set(name, now)
  else held.delete(name)
}

export const isOverBytes = (limits: readonly ByteLimit[], bytes: number): boolean =>
  limits.some(([name, max, of]) => {
    const own = heldBytes(name) + bytes
    const free = of ? of[1] - heldBytes(of[0]) - bytes : max
    return own > Math.min(max, free)
  })

/** Counts bytes until the result is called. */
export function holdBytes(limits: readonly ByteLimit[], bytes: number): () => void {
  for (const [name] of limits) change(name, bytes)
  return () => {
    for (const [name] of limits) change(name, -bytes)
  }
}
