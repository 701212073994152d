import type { Column, Configuration, Table } from '@plinth/contract'

const indexes = new WeakMap<Configuration, ReadonlyMap<string, number>>()

/** Table positions by id; cached per configuration, which is immutable. */
export function indexTables(configuration: Configuration): ReadonlyMap<string, number> {
  const cached = indexes.get(configuration)
  if (cached) return cached
  const index = new Map<string, number>()
  configuration.tables.forEach((table, position) => {
    if (!index.has(table.id)) index.set(table.id, position)
  })
  indexes.set(configuration, index)
  return index
}

export function findTable(configuration: Configuration, tableId: string): Table | undefined {
  return configuration.tables[indexTables(configuration).get(tableId) ?? -1]
}

export function findColumn(table: Table | undefined, columnId: string): Column | undefined {
  return table?.columns.find((column) => column.id === columnId)
}
