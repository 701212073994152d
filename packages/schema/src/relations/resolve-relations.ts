import type { Column, Configuration, Table } from '@plinth/contract'
import type { SchemaIssue } from '../model/edit-result.ts'
import { findColumn, findTable } from '../model/find-table.ts'
import { COLUMN_LIMIT } from '../model/limits.ts'
import {
  findCounterpart,
  mayRelate,
  type RelationColumn,
  resolveCounterpart,
  type TableLookup,
} from './find-counterpart.ts'

type Save = { configuration: Configuration; table: Table; path: string }
type Settled = { column: Column; message?: string }

/** Makes a saved table's new relations parents, and keeps existing pairings, which users cannot edit. */
export function resolveRelations(save: Save): { table: Table; issues: SchemaIssue[] } {
  const { configuration, table, path } = save
  const issues: SchemaIssue[] = []
  const lookup: TableLookup = (id) => (id === table.id ? table : findTable(configuration, id))
  const columns = table.columns.map((column, position) => {
    if (column.type !== 'relation') return column
    const settled = settleRelation({ configuration, table, column, lookup })
    if (settled.message !== undefined) {
      const where = `${path}.columns.${position}.options.tableId`
      issues.push({ tableId: table.id, columnId: column.id, path: where, message: settled.message })
    }
    return settled.column
  })
  const same = columns.every((column, position) => column === table.columns[position])
  return { table: same ? table : { ...table, columns }, issues }
}

function settleRelation({
  configuration,
  table,
  column,
  lookup,
}: {
  configuration: Configuration
  table: Table
  column: RelationColumn
  lookup: TableLookup
}): Settled {
  const previous = findColumn(findTable(configuration, table.id), column.id)
  if (previous === column || resolveCounterpart(lookup, { table, column })) return { column }
  const { tableId } = column.options
  const target = lookup(tableId)
  if (!target) {
    const missing = 'The table that this field points to does not exist.'
    return {
      column,
      message: tableId === '' ? 'Choose the table that this field points to.' : missing,
    }
  }
  if (!mayRelate(target)) return { column, message: 'A Computed table cannot be pointed to.' }
  const paired = findCounterpart({ configuration, tableId: table.id, columnId: column.id })
  if (paired && previous?.type === 'relation') {
    const { isParent, columnId } = previous.options
    if (previous.options.tableId === tableId)
      return { column: withOptions(column, { isParent, columnId }) }
    if (!isParent) {
      const message = `"${paired.column.name}" of "${paired.table.name}" decides where this field points to.`
      return { column, message }
    }
  }
  if (target.columns.length >= COLUMN_LIMIT) {
    return { column, message: `"${target.name}" has ${COLUMN_LIMIT} fields and takes no more.` }
  }
  return { column: withOptions(column, { isParent: true, columnId: '' }) }
}

function withOptions(
  column: RelationColumn,
  options: Pick<RelationColumn['options'], 'isParent' | 'columnId'>,
): RelationColumn {
  return { ...column, options: { ...column.options, ...options } }
}
