import type { Column, ColumnType, Table } from '@plinth/contract'
import { sortColumns } from './sort-columns.ts'

const NAMING: ReadonlySet<ColumnType> = new Set(['text', 'email', 'phoneNumber', 'url', 'select'])

/** Whether a field can name its row: a readable text. */
export function canDisplay(column: Column): boolean {
  if (column.name === '' || !NAMING.has(column.type)) return false
  return !(column.type === 'text' && column.options.isHashed)
}

/**
 * The field that names a row of this table: the chosen one, else the first text field, else the first email, phone
 * number, URL or select.
 */
export function findDisplayField(table: Table): Column | undefined {
  const fields = sortColumns(table.columns).filter(canDisplay)
  return (
    fields.find(({ id }) => id === table.displayField) ??
    fields.find(({ type }) => type === 'text') ??
    fields[0]
  )
}
