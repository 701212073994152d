import type { Configuration } from '@plinth/contract'
import { findTable } from '../model/find-table.ts'
import { tablesEqual } from './configurations-equal.ts'

/** The configuration with every table that is equal to the one before as the same object, for memoising screens. */
export function reuseIdentity(configuration: Configuration, before: Configuration): Configuration {
  if (configuration === before) return before
  const tables = configuration.tables.map((table) => {
    const known = findTable(before, table.id)
    return known && tablesEqual(known, table) ? known : table
  })
  const same =
    configuration.version === before.version &&
    configuration.database === before.database &&
    tables.length === before.tables.length &&
    tables.every((table, position) => table === before.tables[position])
  return same ? before : { ...configuration, tables }
}
