import type { Table } from '@plinth/contract'

type Placed = { id: string; name: string; order: number }

/** Compares by order, then name, then id, so that the list position never matters. */
function compareOrder(left: Placed, right: Placed): number {
  return (
    left.order - right.order ||
    compareTexts(left.name.toLowerCase(), right.name.toLowerCase()) ||
    compareTexts(left.name, right.name) ||
    compareTexts(left.id, right.id)
  )
}

/** Compares by code unit, independent of locale. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Sorts tables as shown in the Tables card: by order, then name. */
export function sortTables(tables: readonly Table[]): Table[] {
  return [...tables].sort(compareOrder)
}
