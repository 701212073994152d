import type { Table } from '@plinth/contract'

type Placed = { id: string; name: string; order: number }

/** Order, then name; the id last, so that the position in the list never decides. */
export function compareOrder(left: Placed, right: Placed): number {
  return (
    left.order - right.order ||
    compareTexts(left.name.toLowerCase(), right.name.toLowerCase()) ||
    compareTexts(left.name, right.name) ||
    compareTexts(left.id, right.id)
  )
}

/** By code unit, so that every machine agrees. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** The tables as the card 'Tables' lists them: by order, then name. */
export function sortTables(tables: readonly Table[]): Table[] {
  return [...tables].sort(compareOrder)
}
