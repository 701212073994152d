import { Column, type Configuration } from '@plinth/contract'
import type { Form } from '../../databases/sql/dialect.ts'
import type { Layout } from '../../databases/sql/layout.ts'
import { quoteName } from '../../databases/sql/quote-name.ts'
import type { ViewColumn } from '../runners/view-column.ts'

const ID = /^[A-Za-z0-9_-]{1,64}$/

const TYPES: Readonly<Record<Form, { type: Column['type']; options?: object }>> = {
  text: { type: 'text' },
  id: { type: 'text' },
  integer: { type: 'number' },
  decimal: { type: 'number', options: { hasDecimal: true } },
  bool: { type: 'checkbox' },
  date: { type: 'date' },
  json: { type: 'json' },
}

/** The column definition of a query column; none if its name is not valid for a column. */
function fieldOf({ name, form }: ViewColumn, order: number): readonly Column[] {
  if (name === 'id') return []
  const { type, options = {} } = TYPES[form]
  const id = ID.test(name) ? name : `column-${order}`
  const read = Column.safeParse({ id, name, order, type, options })
  return read.success ? [read.data] : []
}

function group(views: readonly ViewColumn[]): ReadonlyMap<string, readonly ViewColumn[]> {
  return Map.groupBy(views, ({ table }) => table)
}

/** Adds to Computed tables the columns that their queries return. */
export function inferComputed(
  configuration: Configuration,
  views: readonly ViewColumn[],
): Configuration {
  if (views.length === 0) return configuration
  const known = group(views)
  const tables = configuration.tables.map((table) => {
    const columns = table.type === 'Computed' ? known.get(table.name) : undefined
    return columns ? { ...table, columns: columns.flatMap(fieldOf) } : table
  })
  return { ...configuration, tables }
}

/** A layout that reads Computed tables through casts, so that their values have known types. */
export function castComputed(
  layout: Layout,
  { tables, views }: { tables: Configuration['tables']; views: readonly ViewColumn[] },
): Layout {
  const known = group(views)
  const sources = new Map(
    tables.flatMap(({ id, name, type }) => {
      const columns = type === 'Computed' ? known.get(name) : undefined
      if (!columns) return []
      const cells = columns.map((column) => `${column.read} as ${quoteName(column.name)}`)
      return [[id, `(select ${cells.join(', ')} from ${layout.table(id)})`] as const]
    }),
  )
  return { ...layout, table: (tableId) => sources.get(tableId) ?? layout.table(tableId) }
}

/** The Computed tables whose `id` is a number or a text, not a row id. */
export function textKeysOf(views: readonly ViewColumn[]): ReadonlySet<string> {
  return new Set(
    views.flatMap(({ table, name, form }) => (name === 'id' && form === 'text' ? [table] : [])),
  )
}
