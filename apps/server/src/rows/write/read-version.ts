import { readDate } from '@plinth/expression'

export const NO_VERSION = 'Must be the updatedOn of the row as it was read'

/** The version that a row of a bulk write names, in milliseconds; null when it is none. */
export function readVersion(updatedOn: unknown): number | null | undefined {
  if (updatedOn === undefined) return undefined
  return (typeof updatedOn === 'string' ? readDate(updatedOn) : undefined) ?? null
}
