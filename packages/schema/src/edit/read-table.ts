import { Column, Table } from '@plinth/contract'
import type { SchemaIssue } from '../model/edit-result.ts'
import { sameJson } from '../model/same-json.ts'
import { withColumns } from '../model/with-columns.ts'

const Head = Table.omit({ columns: true })

type Read = { table: Table; issues: SchemaIssue[] }

/** Validates a table against the contract; unchanged fields keep their identity. */
export function readTable(save: { table: Table; previous: Table | undefined; path: string }): Read {
  const { table, previous, path } = save
  const issues: SchemaIssue[] = []
  const { columns: given, ...rest } = table
  const head = Head.safeParse(rest)
  for (const { path: inner, message } of head.error?.issues ?? []) {
    issues.push({ tableId: table.id, columnId: null, path: [path, ...inner].join('.'), message })
  }
  const columnById = new Map(previous?.columns.map((column) => [column.id, column]))
  const columns = given.map((column, position) => {
    const before = columnById.get(column.id)
    if (column === before) return column
    const read = Column.safeParse(column)
    for (const { path: inner, message } of read.error?.issues ?? []) {
      const where = [path, 'columns', position, ...inner].join('.')
      issues.push({ tableId: table.id, columnId: column.id, path: where, message })
    }
    const next = read.data ?? column
    return before && sameJson(before, next) ? before : next
  })
  return { table: head.data ? shapeTable({ ...head.data, columns }) : table, issues }
}

/** A Computed table has a query, no fields and no log of its changes; other tables have no query. */
function shapeTable(table: Table): Table {
  const { query, indexes, ...rest } = table
  if (table.type === 'Computed') {
    const { displayField: _, live: _live, ...own } = rest
    return { ...own, columns: [], ...(query === undefined ? {} : { query }) }
  }
  return withColumns({ ...rest, ...(indexes === undefined ? {} : { indexes }) }, table.columns)
}
