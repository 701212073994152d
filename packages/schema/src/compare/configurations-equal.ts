import type { Configuration, Table } from '@plinth/contract'
import { findTable, indexTables } from '../model/find-table.ts'
import { sameJson } from '../model/same-json.ts'
import { canonicalTable } from './canonical-json.ts'

/** Whether two tables are equal; both may be undefined. */
export function tablesEqual(left: Table | undefined, right: Table | undefined): boolean {
  if (left === right) return true
  if (!left || !right) return false
  return sameJson(canonicalTable(left), canonicalTable(right))
}

/** Whether two configurations have the same canonical JSON, without generating it. */
export function configurationsEqual(left: Configuration, right: Configuration): boolean {
  if (left === right) return true
  return (
    left.version === right.version &&
    left.database === right.database &&
    left.tables.length === right.tables.length &&
    indexTables(left).size === indexTables(right).size &&
    left.tables.every((table) => tablesEqual(table, findTable(right, table.id)))
  )
}
