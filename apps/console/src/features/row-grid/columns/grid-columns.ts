import { type Column, type ColumnType, SYSTEM_COLUMNS, type Table } from '@plinth/contract'
import { sortColumns } from '@plinth/schema'

/** The default width of a column. */
export const COLUMN_WIDTH = 160

export interface GridColumn {
  /** The field's id, or the name of a system column. */
  key: string
  name: string
  icon: ColumnType | 'id' | 'time'
  /** The field in the draft; undefined for system columns, which cannot be edited or deleted. */
  column: Column | undefined
  /** The field as last synced, which may differ from the draft. */
  field: Column | undefined
  /** Its name in the rows of the API; undefined until it is synced. */
  stored: string | undefined
}

/** The columns of the grid: id, the fields by order, createdOn and updatedOn. */
export function listGridColumns(table: Table, synced?: Table): GridColumn[] {
  const system = SYSTEM_COLUMNS.map((name): GridColumn => {
    const icon = name === 'id' ? 'id' : 'time'
    return { key: name, name, icon, column: undefined, field: undefined, stored: name }
  })
  if (synced?.type === 'Computed') {
    // The fields of a Computed table come from its query and cannot be edited themselves.
    const yielded = synced.columns.map((field): GridColumn => {
      const { id, name, type } = field
      return { key: id, name, icon: type, column: undefined, field, stored: name }
    })
    return [...system.slice(0, 1), ...yielded]
  }
  const columnById = new Map(synced?.columns.map((column) => [column.id, column]))
  const own = sortColumns(table.columns).map((column): GridColumn => {
    const field = columnById.get(column.id)
    const { id, name, type } = column
    return { key: id, name, icon: type, column, field, stored: field?.name }
  })
  return [...system.slice(0, 1), ...own, ...system.slice(1)]
}
