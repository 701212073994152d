import type { Column, Configuration, Table } from '@plinth/contract'
import { findTable } from '../model/find-table.ts'
import { sortColumns } from '../model/sort-columns.ts'

/** A column as apps meet it. */
export interface AppField {
  column: Column
  name: string
  /** Nobody gets a hashed value back. */
  isRead: boolean
  isRequired: boolean
  /** A new row must bring it: it is required and has no default. */
  isNeeded: boolean
  isMany: boolean
  /** The table a relation points to. */
  target: Table | undefined
}

function hasDefault({ options }: Column): boolean {
  const value = 'default' in options ? options.default : null
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

/** The columns of a table that apps can use: hidden ones are for staff alone. */
export function fieldsOfTable(configuration: Configuration, table: Table): AppField[] {
  return sortColumns(table.columns)
    .filter(({ options }) => !options.isHidden)
    .map((column) => ({
      column,
      name: column.name,
      isRead: !(column.type === 'text' && column.options.isHashed),
      isRequired: column.options.isRequired,
      isNeeded: column.options.isRequired && !hasDefault(column),
      isMany: 'hasMultiple' in column.options && column.options.hasMultiple,
      target:
        column.type === 'relation' ? findTable(configuration, column.options.tableId) : undefined,
    }))
}
