import type { Configuration, Table } from '@plinth/contract'
import { findTable } from '../model/find-table.ts'
import { tablesEqual } from './configurations-equal.ts'

/** Whether a table differs from the last synced configuration and shows the 'draft' badge. */
export function tableIsDraft(table: Table, synced: Configuration): boolean {
  return !tablesEqual(table, findTable(synced, table.id))
}
