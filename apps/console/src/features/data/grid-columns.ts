import { type Column, type ColumnType, SYSTEM_COLUMNS, type Table } from '@plinth/contract'
import { sortColumns } from '@plinth/schema'

/** The width of a column that nobody has changed. */
export const COLUMN_WIDTH = 160
export const NARROWEST = 72
export const WIDEST = 800

export interface GridColumn {
  /** The field's id, or the name of a column that every row has. */
  key: string
  name: string
  icon: ColumnType | 'id' | 'time'
  /** Undefined for the columns that every row has: those cannot be edited or deleted. */
  column: Column | undefined
}

/** What the grid shows of a table: id first, the fields by order, then the two times. */
export function listGridColumns(table: Table): GridColumn[] {
  const system = SYSTEM_COLUMNS.map((name): GridColumn => {
    return { key: name, name, icon: name === 'id' ? 'id' : 'time', column: undefined }
  })
  const own = sortColumns(table.columns).map((column): GridColumn => {
    return { key: column.id, name: column.name, icon: column.type, column }
  })
  return [...system.slice(0, 1), ...own, ...system.slice(1)]
}
