import type { ColumnOf, Configuration, Table } from '@plinth/contract'
import { newTable } from '../edit/new-table.ts'
import { defaultOptions } from '../model/default-options.ts'
import type { EditResult, NewId } from '../model/edit-result.ts'
import { findColumn, findTable } from '../model/find-table.ts'

/** Sequential ids for tests. */
export function countIds(prefix = 'new'): NewId {
  let count = 0
  return () => `${prefix}_${++count}`
}

export function configurationOf(...tables: Table[]): Configuration {
  return { version: 'v1', database: 'sqlite3', tables }
}

export function tableOf(id: string, table: Partial<Table> = {}): Table {
  return { ...newTable({ id, order: 0, newId: countIds(id), name: id }), ...table }
}

export function textOf(id: string, column: Partial<ColumnOf<'text'>> = {}): ColumnOf<'text'> {
  return { id, name: id, order: 0, type: 'text', options: defaultOptions('text'), ...column }
}

/** A relation field as submitted by the dialog, without a counterpart. */
export function relationOf(
  id: string,
  options: Partial<ColumnOf<'relation'>['options']>,
): ColumnOf<'relation'> {
  const all = { ...defaultOptions('relation'), ...options }
  return { id, name: id, order: 0, type: 'relation', options: all }
}

/** Configuration of an edit that must succeed. */
export function accepted(result: EditResult): Configuration {
  if (!result.ok) throw new Error(result.issues.map((issue) => issue.message).join(' '))
  return result.configuration
}

/** Messages of an edit that must be rejected. */
export function rejected(result: EditResult): string[] {
  if (result.ok) throw new Error('This edit should have been refused.')
  return result.issues.map((issue) => issue.message)
}

export function tableIn(configuration: Configuration, tableId: string): Table {
  const table = findTable(configuration, tableId)
  if (!table) throw new Error(`no table ${tableId}`)
  return table
}

export function relationIn(
  configuration: Configuration,
  [tableId, columnId]: [string, string],
): ColumnOf<'relation'> {
  const column = findColumn(tableIn(configuration, tableId), columnId)
  if (column?.type !== 'relation') throw new Error(`no relation ${columnId}`)
  return column
}
