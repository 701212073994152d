import type { Column, ColumnOf, ColumnType } from '@plinth/contract'
import { defaultOptions } from '../model/default-options.ts'

/** The field with another type and that type's default options; the same type changes nothing. */
export function changeColumnType<T extends ColumnType>(column: Column, type: T): ColumnOf<T> {
  if (column.type === type) return column as ColumnOf<T>
  const { id, name, order } = column
  const changed = { id, name, order, type, options: defaultOptions(type) } as Column
  return changed as ColumnOf<T>
}
