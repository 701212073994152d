import type { Row } from '@plinth/contract'

/** The number of rows of a relation whose cell has only the first 100; undefined for a cell that has all. */
export function countLinked(row: Row | { id: string }, column: string): number | undefined {
  return '$more' in row ? row.$more?.[column]?.total : undefined
}
