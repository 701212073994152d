import { Column, type Configuration, type Table } from '@plinth/contract'
import * as z from 'zod'
import { compareTexts } from '../model/sort-tables.ts'
import type { RelationColumn } from '../relations/find-counterpart.ts'
import { Form, formOf } from './form.ts'
import { indexName, joinName } from './stored-names.ts'

/** Storage of a field. */
export const ColumnShape = z.strictObject({
  columnId: z.string(),
  name: z.string(),
  form: Form,
  isRequired: z.boolean(),
  column: Column,
  /** Set only for the key of a relation. */
  key: z
    .strictObject({ targetId: z.string(), pairKey: z.string(), isUnique: z.boolean() })
    .exactOptional(),
})
export type ColumnShape = z.infer<typeof ColumnShape>

/** An index on field ids and names of system columns. */
export const IndexShape = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()),
  isUnique: z.boolean(),
})
export type IndexShape = z.infer<typeof IndexShape>

export interface TableShape {
  tableId: string
  name: string
  columns: ColumnShape[]
  indexes: IndexShape[]
}

const JoinSide = z.strictObject({ tableId: z.string(), columnId: z.string() })

/** Join table of a many-to-many relation; the order of sides depends only on ids. */
export const JoinShape = z.strictObject({
  pairKey: z.string(),
  name: z.string(),
  first: JoinSide,
  second: JoinSide,
})
export type JoinShape = z.infer<typeof JoinShape>

interface ViewShape {
  tableId: string
  name: string
  query: string
}

export interface Shapes {
  tables: Map<string, TableShape>
  joins: Map<string, JoinShape>
  views: Map<string, ViewShape>
}

/** Storage of a configuration. */
export function shapesOf(configuration: Configuration): Shapes {
  const shapes: Shapes = { tables: new Map(), joins: new Map(), views: new Map() }
  for (const table of configuration.tables) {
    if (table.type === 'Computed') {
      const query = table.query?.trim() ?? ''
      const view = { tableId: table.id, name: table.name, query }
      if (query !== '') shapes.views.set(table.id, view)
    } else {
      shapes.tables.set(table.id, shapeOfTable(table))
      for (const join of joinsOf(table)) shapes.joins.set(join.pairKey, join)
    }
  }
  return shapes
}

/** Storage of a table, derived from its definition only. */
export function shapeOfTable(table: Table): TableShape {
  const columns = table.columns.flatMap((column) => shapeOfColumn(column) ?? [])
  return { tableId: table.id, name: table.name, columns, indexes: indexesOf(table, columns) }
}

/** Storage of a field in its own table; undefined if it is stored elsewhere. */
export function shapeOfColumn(column: Column): ColumnShape | undefined {
  const { id: columnId, name } = column
  const { isRequired } = column.options
  const shape = { columnId, name, form: formOf(column), isRequired, column }
  if (column.type !== 'relation') return shape
  if (!holdsKey(column)) return undefined
  const { tableId: targetId, hasMultipleBack } = column.options
  return { ...shape, key: { targetId, pairKey: pairKeyOf(column), isUnique: !hasMultipleBack } }
}

/** Key of a relation, identical from both sides. */
export function pairKeyOf(column: RelationColumn): string {
  return [column.id, column.options.columnId].sort(compareTexts).join('|')
}

/** One-to-many: the single side has the key. One-to-one: the parent has it. */
export function holdsKey({ options }: RelationColumn): boolean {
  return !options.hasMultiple && (options.hasMultipleBack || options.isParent)
}

function joinsOf(table: Table): JoinShape[] {
  return table.columns.flatMap((column) => {
    if (column.type !== 'relation') return []
    const { hasMultiple, hasMultipleBack, isParent } = column.options
    if (!hasMultiple || !hasMultipleBack || !isParent) return []
    const pairKey = pairKeyOf(column)
    const own = { tableId: table.id, columnId: column.id }
    const other = { tableId: column.options.tableId, columnId: column.options.columnId }
    const isFirst = pairKey === `${own.columnId}|${other.columnId}`
    const [first, second] = isFirst ? [own, other] : [other, own]
    return [{ pairKey, name: joinName(pairKey), first, second }]
  })
}

function indexesOf(table: Table, columns: readonly ColumnShape[]): IndexShape[] {
  const forms = new Map(columns.map((column) => [column.columnId, column.form]))
  const index = (ids: string[], isUnique: boolean): IndexShape => {
    const covered = ids.map((id) => `${id}:${forms.get(id) ?? 'system'}`)
    const name = indexName([table.id, ...covered, isUnique ? 'unique' : 'plain'])
    return { name, columns: ids, isUnique }
  }
  const own = columns.flatMap((shape) => {
    if (shape.key) return [index([shape.columnId], shape.key.isUnique)]
    const { options } = shape.column
    return 'isUnique' in options && options.isUnique ? [index([shape.columnId], true)] : []
  })
  const chosen = (table.indexes ?? []).map(({ columns: ids, unique }) => index([...ids], unique))
  const all = [index(['createdOn', 'id'], false), ...own, ...chosen]
  return [...new Map(all.map((each) => [each.name, each])).values()]
}
