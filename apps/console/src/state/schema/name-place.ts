import type { Configuration } from '@plinth/contract'
import { findColumn, findTable } from '@plinth/schema'
import { schemaStrings } from './schema-strings.ts'

interface Place {
  tableId: string | null
  columnId: string | null
}

/** `customers › name` for a place in a configuration; undefined if it has no such table. */
export function namePlace(configuration: Configuration, place: Place): string | undefined {
  const table = findTable(configuration, place.tableId ?? '')
  if (!table) return undefined
  const column = findColumn(table, place.columnId ?? '')
  const name = table.name || schemaStrings.untitledTable
  return column ? `${name} › ${column.name || schemaStrings.untitledField}` : name
}
