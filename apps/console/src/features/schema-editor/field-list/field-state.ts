import type { Column } from '@plinth/contract'
import { newColumn, sameJson } from '@plinth/schema'

/** Whether a field is as it was added: unnamed text with default options. Such a row is not saved. */
export function isUntouched(column: Column): boolean {
  return sameJson(column, newColumn({ id: column.id }))
}

/** Whether a field cannot be used before one of its options is set. */
export function needsOptions(column: Column): boolean {
  if (column.type === 'select') return column.options.selectOptions.length === 0
  return column.type === 'relation' && column.options.tableId === ''
}
