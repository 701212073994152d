import { isEmpty } from '../cells/cell-value.ts'
import { isHashed } from '../cells/print-cell.ts'
import type { GridColumn } from '../columns/grid-columns.ts'
import type { RowEdit } from './edits.ts'

/** Whether to show nothing: for the id of an unsaved row, and for an empty hashed field, which has no hash to mask. */
export function isBlankCell(column: GridColumn, edit: RowEdit | undefined): boolean {
  if (!edit) return false
  const isAdded = edit.state === 'added'
  if (!isHashed(column.field)) return isAdded && column.key === 'id'
  const name = column.stored ?? ''
  return (isAdded || Object.hasOwn(edit.values, name)) && isEmpty(edit.values[name])
}
