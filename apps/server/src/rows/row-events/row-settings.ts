import type { Configuration, Table } from '@plinth/contract'
import { ROW_OPERATIONS, type RowOperation } from '../../databases/engine/row-event.ts'
import { readStoredObject } from '../../foundation/platform/stored-json.ts'

/** Parameters of a Row event node. */
export interface RowSettings {
  /** A table's id, or its name. */
  table: string
  operations: readonly RowOperation[]
  filter: string
}

const OPERATIONS: Readonly<Record<string, readonly RowOperation[]>> = {
  created: ['created'],
  updated: ['updated'],
  deleted: ['deleted'],
  saved: ['created', 'updated'],
  any: ROW_OPERATIONS,
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Reads a node's parameters; missing ones have the defaults of the form. */
export function readRowSettings(settings: string): RowSettings {
  const { table, event, filter } = readStoredObject(settings, 'trigger settings')
  const chosen = textOf(event) || 'created'
  const operations = Object.hasOwn(OPERATIONS, chosen) ? OPERATIONS[chosen] : undefined
  return { table: textOf(table), operations: operations ?? [], filter: textOf(filter) }
}

/** Finds the table by id, which survives renames, or else by name. */
export function findChosenTable(
  { tables }: Configuration,
  { table }: Pick<RowSettings, 'table'>,
): Table | undefined {
  return tables.find(({ id }) => id === table) ?? tables.find(({ name }) => name === table)
}
