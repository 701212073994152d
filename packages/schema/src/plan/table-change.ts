import type { CurrentColumn, CurrentTable } from './current-state.ts'
import type { ColumnShape, TableShape } from './shapes.ts'

/** A table that stays, as it stands and as it is wanted. */
export interface TableChange {
  table: CurrentTable
  target: TableShape
}

/** A field that stays, as it stands and as it is wanted. */
export type ColumnChange = TableChange & { column: CurrentColumn; shape: ColumnShape }

/** Whether no two rows may have the same value in this field. */
export function isUnique(target: TableShape, columnId: string): boolean {
  return target.indexes.some(
    (index) => index.isUnique && index.columns.length === 1 && index.columns[0] === columnId,
  )
}
