import type { GridPreferences } from '@plinth/contract'

/** The maximum number of columns of a table; more entries must include deleted columns. */
const MANY = 500

/** Removes unknown columns above the limit; below it they are kept, as another environment may have them. */
export function trimPreferences(
  part: Partial<GridPreferences>,
  known: readonly string[],
): Partial<GridPreferences> {
  const isKnown = new Set(known)
  const trim = (keys: string[]) =>
    keys.length > MANY ? keys.filter((key) => isKnown.has(key)) : keys
  const { widths, order, hidden, pinned } = part
  return {
    ...part,
    ...(order && { order: trim(order) }),
    ...(hidden && { hidden: trim(hidden) }),
    ...(pinned && { pinned: trim(pinned) }),
    ...(widths && {
      widths: Object.fromEntries(trim(Object.keys(widths)).map((key) => [key, widths[key] ?? 0])),
    }),
  }
}
