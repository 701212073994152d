import type { Table } from '@plinth/contract'

/** The table that a node means: by its id, or by its name where somebody wrote that. */
export function findTable(tables: readonly Table[], wanted: string): Table | undefined {
  return tables.find(({ id }) => id === wanted) ?? tables.find(({ name }) => name === wanted)
}
