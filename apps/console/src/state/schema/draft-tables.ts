import type { Configuration, Table } from '@plinth/contract'
import { tableIsDraft } from '@plinth/schema'

const cache = new WeakMap<Configuration, WeakMap<Table, boolean>>()

/** Whether a table differs from the last synced configuration; cached per table, so only changed tables are compared. */
export function isDraftTable(table: Table, synced: Configuration): boolean {
  const answers = cache.get(synced) ?? new WeakMap<Table, boolean>()
  cache.set(synced, answers)
  const answer = answers.get(table) ?? tableIsDraft(table, synced)
  answers.set(table, answer)
  return answer
}

/** How many tables differ from the last synced configuration, removed ones included. */
export function countDraftTables(configuration: Configuration, synced: Configuration): number {
  const ids = new Set(configuration.tables.map((table) => table.id))
  const changed = configuration.tables.filter((table) => isDraftTable(table, synced))
  return changed.length + synced.tables.filter((table) => !ids.has(table.id)).length
}
