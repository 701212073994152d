import type { Table } from '@plinth/contract'

/** Finds a table by its id or name. */
export function findTable(tables: readonly Table[], wanted: string): Table | undefined {
  return tables.find(({ id }) => id === wanted) ?? tables.find(({ name }) => name === wanted)
}
