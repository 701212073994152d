import type { Column, Configuration } from '@plinth/contract'
import { type EditResult, type NewId, rejectEdit } from '../model/edit-result.ts'
import { findColumn, findTable } from '../model/find-table.ts'
import { saveTable } from './save-table.ts'

/** Adds or replaces a field by id and updates the other side of its relation. */
export function saveColumn({
  configuration,
  tableId,
  column,
  newId,
}: {
  configuration: Configuration
  tableId: string
  column: Column
  newId: NewId
}): EditResult {
  const table = findTable(configuration, tableId)
  if (!table) return rejectEdit({ tableId, message: 'This table no longer exists.' })
  if (table.type === 'Computed') {
    return rejectEdit({ tableId, message: 'The fields of a Computed table come from its query.' })
  }
  const columns = findColumn(table, column.id)
    ? table.columns.map((known) => (known.id === column.id ? column : known))
    : [...table.columns, column]
  return saveTable({ configuration, table: { ...table, columns }, newId })
}
