import { isEmpty } from '../cells/cell-value.ts'
import { isHashed } from '../cells/print-cell.ts'
import type { GridColumn } from '../columns/grid-columns.ts'
import type { RowEdit } from './edits.ts'

/** A row that is not stored yet has no id to show, and what is or becomes empty is not hashed. */
export function isBlankCell(column: GridColumn, edit: RowEdit | undefined): boolean {
  if (!edit) return false
  const isAdded = edit.state === 'added'
  if (!isHashed(column.field)) return isAdded && column.key === 'id'
  const name = column.stored ?? ''
  return (isAdded || Object.hasOwn(edit.values, name)) && isEmpty(edit.values[name])
}
