import { type Column, type ColumnType, SYSTEM_COLUMNS, type Table } from '@plinth/contract'
import { sortColumns } from '@plinth/schema'

/** The width of a column that nobody has changed. */
export const COLUMN_WIDTH = 160

export interface GridColumn {
  /** The field's id, or the name of a column that every row has. */
  key: string
  name: string
  icon: ColumnType | 'id' | 'time'
  /** Undefined for the columns that every row has: those cannot be edited or deleted. */
  column: Column | undefined
  /** The field as the database has it, which may differ from the draft's. */
  field: Column | undefined
  /** Its name in rows; undefined until a Sync has brought it into the database. */
  stored: string | undefined
}

/** What the grid shows of a table: id first, the fields by order, then the two times. */
export function listGridColumns(table: Table, synced?: Table): GridColumn[] {
  const system = SYSTEM_COLUMNS.map((name): GridColumn => {
    const icon = name === 'id' ? 'id' : 'time'
    return { key: name, name, icon, column: undefined, field: undefined, stored: name }
  })
  if (synced?.type === 'Computed') {
    // Its fields are its query's: they are shown, and changed only with the query.
    const yielded = synced.columns.map((field): GridColumn => {
      const { id, name, type } = field
      return { key: id, name, icon: type, column: undefined, field, stored: name }
    })
    return [...system.slice(0, 1), ...yielded]
  }
  const known = new Map(synced?.columns.map((column) => [column.id, column]))
  const own = sortColumns(table.columns).map((column): GridColumn => {
    const field = known.get(column.id)
    const { id, name, type } = column
    return { key: id, name, icon: type, column, field, stored: field?.name }
  })
  return [...system.slice(0, 1), ...own, ...system.slice(1)]
}
