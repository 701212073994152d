import { type Column, SYSTEM_COLUMNS, type Table } from '@plinth/contract'

/** Replaces a table's fields and removes indexes on missing fields. */
export function withColumns(table: Table, columns: Column[]): Table {
  const next = { ...table, columns }
  if (!table.indexes) return next
  const ids = new Set<string>([...SYSTEM_COLUMNS, ...columns.map((column) => column.id)])
  const indexes = table.indexes.filter((index) => index.columns.every((id) => ids.has(id)))
  return indexes.length === table.indexes.length ? next : { ...next, indexes }
}
