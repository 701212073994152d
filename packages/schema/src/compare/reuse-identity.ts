import type { Configuration } from '@plinth/contract'
import { findTable } from '../model/find-table.ts'
import { tablesEqual } from './configurations-equal.ts'

/** Reuses the previous object of every unchanged table, so that memoised components do not re-render. */
export function reuseIdentity(configuration: Configuration, before: Configuration): Configuration {
  if (configuration === before) return before
  const tables = configuration.tables.map((table) => {
    const previous = findTable(before, table.id)
    return previous && tablesEqual(previous, table) ? previous : table
  })
  const same =
    configuration.version === before.version &&
    configuration.database === before.database &&
    tables.length === before.tables.length &&
    tables.every((table, position) => table === before.tables[position])
  return same ? before : { ...configuration, tables }
}
