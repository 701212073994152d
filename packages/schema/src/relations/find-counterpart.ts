import type { Column, ColumnOf, Configuration, Table } from '@plinth/contract'
import { findColumn, findTable } from '../model/find-table.ts'

export type RelationColumn = ColumnOf<'relation'>
export type Counterpart = { table: Table; column: RelationColumn }
export type TableLookup = (tableId: string) => Table | undefined

/** Whether a table can have relations: Computed tables have no fields. */
export function mayRelate(table: Table | undefined): table is Table {
  return table !== undefined && table.type !== 'Computed'
}

function followRelation(lookup: TableLookup, column: RelationColumn): Counterpart | undefined {
  const table = lookup(column.options.tableId)
  const match = findColumn(table, column.options.columnId)
  return mayRelate(table) && match?.type === 'relation' ? { table, column: match } : undefined
}

/** The other side of a relation, if both sides point at each other. */
export function resolveCounterpart(
  lookup: TableLookup,
  { table, column }: { table: Table; column: Column },
): Counterpart | undefined {
  if (column.type !== 'relation') return undefined
  const other = followRelation(lookup, column)
  if (!other || other.column === column || other.column.options.tableId !== table.id) return
  return followRelation(lookup, other.column)?.column === column ? other : undefined
}

/** Table and field of a relation's other side; undefined if it has none. */
export function findCounterpart(place: {
  configuration: Configuration
  tableId: string
  columnId: string
}): Counterpart | undefined {
  const lookup: TableLookup = (tableId) => findTable(place.configuration, tableId)
  const table = lookup(place.tableId)
  const column = findColumn(table, place.columnId)
  return table && column && resolveCounterpart(lookup, { table, column })
}
