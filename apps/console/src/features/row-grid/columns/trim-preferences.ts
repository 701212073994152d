import type { GridPreferences } from '@plinth/contract'

/** As many columns as a table can have; more are of columns that are gone. */
const MANY = 500

/** Forgets columns that are not there any more, once there are too many: another environment may still have them. */
export function trimPreferences(
  part: Partial<GridPreferences>,
  known: readonly string[],
): Partial<GridPreferences> {
  const isKnown = new Set(known)
  const trim = (keys: string[]) =>
    keys.length > MANY ? keys.filter((key) => isKnown.has(key)) : keys
  const { widths, order, hidden } = part
  return {
    ...part,
    ...(order && { order: trim(order) }),
    ...(hidden && { hidden: trim(hidden) }),
    ...(widths && {
      widths: Object.fromEntries(trim(Object.keys(widths)).map((key) => [key, widths[key] ?? 0])),
    }),
  }
}
