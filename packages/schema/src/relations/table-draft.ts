import type { Column, Configuration, Table } from '@plinth/contract'
import { indexTables } from '../model/find-table.ts'
import type { TableLookup } from './find-counterpart.ts'

/** A configuration being repaired; copied on write, so that unchanged tables keep their identity. */
export type TableDraft = {
  count: number
  tableAt: (position: number) => Table
  lookup: TableLookup
  replaceTable: (position: number, table: Table) => void
  replaceColumn: (position: number, change: { from: Column; to: Column }) => void
  positionOf: (tableId: string) => number
  finish: () => Configuration
}

export function draftTables(configuration: Configuration): TableDraft {
  const index = indexTables(configuration)
  let tables: Table[] | undefined
  const tableAt = (position: number) => (tables ?? configuration.tables)[position] as Table
  const positionOf = (tableId: string) => index.get(tableId) ?? -1
  const replaceTable = (position: number, table: Table) => {
    tables ??= [...configuration.tables]
    tables[position] = table
  }
  return {
    count: configuration.tables.length,
    tableAt,
    positionOf,
    lookup: (tableId) => (tables ?? configuration.tables)[positionOf(tableId)],
    replaceTable,
    replaceColumn: (position, { from, to }) => {
      const table = tableAt(position)
      const columns = table.columns.map((column) => (column === from ? to : column))
      replaceTable(position, { ...table, columns })
    },
    finish: () => (tables ? { ...configuration, tables } : configuration),
  }
}
