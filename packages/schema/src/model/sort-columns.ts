import type { Column } from '@plinth/contract'
import { compareOrder } from './sort-tables.ts'

/** The fields as the grid shows them: by order, then name. */
export function sortColumns(columns: readonly Column[]): Column[] {
  return [...columns].sort(compareOrder)
}
