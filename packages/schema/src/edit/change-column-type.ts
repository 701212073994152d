import type { Column, ColumnOf, ColumnType } from '@plinth/contract'
import { defaultOptions } from '../model/default-options.ts'

/** Changes a field's type and resets its options to defaults; a no-op for the same type. */
export function changeColumnType<T extends ColumnType>(column: Column, type: T): ColumnOf<T> {
  if (column.type === type) return column as ColumnOf<T>
  const { id, name, order } = column
  const changed = { id, name, order, type, options: defaultOptions(type) } as Column
  return changed as ColumnOf<T>
}
