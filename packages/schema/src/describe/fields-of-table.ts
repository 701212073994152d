import type { Column, Configuration, Table } from '@plinth/contract'
import { findTable } from '../model/find-table.ts'
import { sortColumns } from '../model/sort-columns.ts'
import { holdsKey } from '../plan/shapes.ts'

/** A column as visible to apps. */
export interface AppField {
  column: Column
  name: string
  /** False for hashed fields, which are never returned. */
  isRead: boolean
  isRequired: boolean
  /** Required in new rows, because it has no default. */
  isNeeded: boolean
  isMany: boolean
  /** A relation whose links are stored on the other side: version 2 returns it only if it is named. */
  isBack: boolean
  /** Target table of a relation. */
  target: Table | undefined
}

function hasDefault({ options }: Column): boolean {
  const value = 'default' in options ? options.default : null
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

/** Of a join table, the declared side counts as the one that holds the links. */
function isBackRelation(column: Column): boolean {
  if (column.type !== 'relation') return false
  const { hasMultiple, hasMultipleBack, isParent } = column.options
  return hasMultiple && hasMultipleBack ? !isParent : !holdsKey(column)
}

/** Columns of a table available to apps; hidden ones are for staff only. */
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
      isBack: isBackRelation(column),
      target:
        column.type === 'relation' ? findTable(configuration, column.options.tableId) : undefined,
    }))
}
