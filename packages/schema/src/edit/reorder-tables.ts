import type { Configuration } from '@plinth/contract'
import { sortTables } from '../model/sort-tables.ts'

/** Moves the named tables to the front in this order; the others keep theirs. */
export function reorderTables(
  configuration: Configuration,
  tableIds: readonly string[],
): Configuration {
  const named = new Set(tableIds)
  const rest = sortTables(configuration.tables).filter((table) => !named.has(table.id))
  const places = new Map(
    [...named, ...rest.map((table) => table.id)].map((id, order) => [id, order]),
  )
  const tables = configuration.tables.map((table) => {
    const order = places.get(table.id) ?? table.order
    return order === table.order ? table : { ...table, order }
  })
  const same = tables.every((table, position) => table === configuration.tables[position])
  return same ? configuration : { ...configuration, tables }
}
