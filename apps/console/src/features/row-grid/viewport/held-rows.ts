/** A row in view, and its place when it was last known. */
export interface HeldRow {
  readonly id: string
  readonly row: number
}

/**
 * How many rows further down most of the rows in view are now. Few of them may have moved by themselves in a sorted list,
 * or be on a page that is not loaded again yet.
 */
export function distanceOfHeld(
  held: readonly HeldRow[],
  placeOf: (held: HeldRow) => number | undefined,
): number {
  const counts = new Map<number, number>()
  let [distance, most] = [0, 0]
  for (const one of held) {
    const now = placeOf(one)
    if (now === undefined) continue
    const moved = now - one.row
    const count = (counts.get(moved) ?? 0) + 1
    counts.set(moved, count)
    if (count > most) [distance, most] = [moved, count]
  }
  return distance
}
