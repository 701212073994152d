import { type Column, Configuration } from '@plinth/contract'

/** Broken relations of a configuration, found independently of the code under test. */
export function listBrokenRelations(configuration: Configuration): string[] {
  const places = configuration.tables.flatMap((table) =>
    table.columns.map((column) => ({ table, column })),
  )
  const byPlace = Map.groupBy(places, ({ table, column }) => `${table.id}/${column.id}`)
  return places.flatMap(({ table, column }) => {
    if (column.type !== 'relation') return []
    const { options } = column
    const others = byPlace.get(`${options.tableId}/${options.columnId}`) ?? []
    const other = others[0]?.column
    const name = `${table.id}.${column.id}`
    if (others.length !== 1 || other?.type !== 'relation' || other === column)
      return [`${name}: alone`]
    if (others[0]?.table.type === 'Computed' || table.type === 'Computed')
      return [`${name}: Computed`]
    const agreed =
      other.options.tableId === table.id &&
      other.options.columnId === column.id &&
      other.options.isParent === !options.isParent &&
      other.name === options.backColumnName &&
      other.options.backColumnName === column.name &&
      other.options.hasMultiple === options.hasMultipleBack &&
      other.options.hasMultipleBack === options.hasMultiple
    return agreed ? [] : [`${name}: out of step`]
  })
}

export function listIds(configuration: Configuration): string[] {
  return configuration.tables.flatMap((table) => [table.id, ...table.columns.map(idOf)])
}

function idOf(column: Column): string {
  return column.id
}

export function throughJson(configuration: Configuration): Configuration {
  return Configuration.parse(JSON.parse(JSON.stringify(configuration)))
}
