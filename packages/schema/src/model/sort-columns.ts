import type { Column } from '@plinth/contract'
import { compareOrder } from './sort-tables.ts'

/** Sorts fields as shown in the grid: by order, then name. */
export function sortColumns(columns: readonly Column[]): Column[] {
  return [...columns].sort(compareOrder)
}
