import { type Column, SYSTEM_COLUMNS, type Table } from '@plinth/contract'

/** Replaces a table's fields; indexes on missing fields and a missing display field are removed. */
export function withColumns({ displayField, ...table }: Table, columns: Column[]): Table {
  const isShown = columns.some(({ id }) => id === displayField)
  const next = { ...table, columns, ...(displayField && isShown ? { displayField } : {}) }
  if (!table.indexes) return next
  const ids = new Set<string>([...SYSTEM_COLUMNS, ...columns.map((column) => column.id)])
  const indexes = table.indexes.filter((index) => index.columns.every((id) => ids.has(id)))
  return indexes.length === table.indexes.length ? next : { ...next, indexes }
}
