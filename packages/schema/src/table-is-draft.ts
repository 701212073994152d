import type { Configuration, Table } from '@plinth/contract'
import { tablesEqual } from './configurations-equal.ts'
import { findTable } from './find-table.ts'

/** Whether a table differs from the last synced configuration, so that it wears the 'draft' badge. */
export function tableIsDraft(table: Table, synced: Configuration): boolean {
  return !tablesEqual(table, findTable(synced, table.id))
}
