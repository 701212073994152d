import type { CurrentColumn, CurrentTable } from './current-state.ts'
import type { ColumnShape, TableShape } from './shapes.ts'

/** A remaining table: current and wanted. */
export interface TableChange {
  table: CurrentTable
  target: TableShape
}

/** A remaining field: current and wanted. */
export type ColumnChange = TableChange & { column: CurrentColumn; shape: ColumnShape }

/** Whether the field has a unique index. */
export function isUnique(target: TableShape, columnId: string): boolean {
  return target.indexes.some(
    (index) => index.isUnique && index.columns.length === 1 && index.columns[0] === columnId,
  )
}
