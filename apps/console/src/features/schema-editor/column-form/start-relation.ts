import type { Column, ColumnOf, ColumnType, Configuration, Table } from '@plinth/contract'
import { changeColumnType, findTable } from '@plinth/schema'

type RelationColumn = ColumnOf<'relation'>

interface Place {
  configuration: Configuration
  /** The table of the field, in its unsaved state. */
  table: Table
}

/** A reverse name that no field of the target has: the table's own name, with a number if it is taken. */
function suggestReverseName(
  { table, configuration }: Place,
  column: Pick<RelationColumn, 'id' | 'options'>,
): string {
  const { tableId, columnId } = column.options
  const target = tableId === table.id ? table : findTable(configuration, tableId)
  const taken = new Set(
    target?.columns.filter(({ id }) => id !== columnId).map(({ name }) => name.toLowerCase()),
  )
  if (table.name === '') return ''
  let name = table.name
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${table.name}${count}`
  return name
}

/** Whether a reverse name was suggested from this table name, and not typed. */
function isSuggested(name: string, tableName: string): boolean {
  return name === '' || (name.startsWith(tableName) && /^\d*$/.test(name.slice(tableName.length)))
}

/** The options of a relation to another target; a typed reverse name stays. */
export function targetOptions(
  place: Place,
  column: RelationColumn,
  tableId: string,
): Pick<RelationColumn['options'], 'tableId' | 'backColumnName'> {
  const { backColumnName } = column.options
  const next = { ...column, options: { ...column.options, tableId } }
  if (!isSuggested(backColumnName, place.table.name)) return { tableId, backColumnName }
  return { tableId, backColumnName: suggestReverseName(place, next) }
}

/** The only table that a new relation can mean: the only other one, or this one if there is no other. */
function onlyTarget({ configuration, table }: Place): string {
  const others = configuration.tables.filter(
    ({ id, type }) => id !== table.id && type !== 'Computed',
  )
  if (others.length === 0) return table.id
  return others.length === 1 ? (others[0]?.id ?? '') : ''
}

/** A field of another type. A relation starts as many-to-one, with its reverse field named after the table. */
export function startType(column: Column, type: ColumnType, place: Place): Column {
  const next: Column = changeColumnType(column, type)
  if (next.type !== 'relation' || column.type === 'relation') return next
  const started = { ...next, options: { ...next.options, hasMultipleBack: true } }
  const target = targetOptions(place, started, onlyTarget(place))
  return { ...started, options: { ...started.options, ...target } }
}

/** Renames the suggested reverse names of new relations when their table gets another name. */
export function renameReverses(
  columns: readonly Column[],
  { from, place, isNew }: { from: string; place: Place; isNew: (columnId: string) => boolean },
): Column[] {
  return columns.map((column) => {
    if (column.type !== 'relation' || !isNew(column.id)) return column
    if (!isSuggested(column.options.backColumnName, from)) return column
    const backColumnName = suggestReverseName(place, column)
    return { ...column, options: { ...column.options, backColumnName } }
  })
}
