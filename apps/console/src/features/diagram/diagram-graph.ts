import type { Column, ColumnOf, Configuration, Table, TableType } from '@plinth/contract'
import { findTable, sortColumns, sortTables } from '@plinth/schema'

export const TABLE_NODE_WIDTH = 206
export const TABLE_NODE_HEADER_HEIGHT = 32
export const FIELD_HEIGHT = 24
const MAX_FIELDS = 14

interface FieldShape {
  id: string
  name: string
  type: Column['type'] | 'id'
  /** Whether an edge starts here; only the parent side of a relation pair has one. */
  isSource: boolean
}

export interface TableShape {
  id: string
  name: string
  type: TableType
  fields: readonly FieldShape[]
  /** The number of fields that are not shown. */
  hidden: number
  height: number
}

interface RelationShape {
  id: string
  source: string
  /** The field that holds the relation. */
  sourceField: string
  target: string
  /** How many rows of the source and of the target a pair may have. */
  cardinality: '1 : 1' | '1 : n' | 'n : 1' | 'n : n'
}

export interface DiagramGraph {
  tables: TableShape[]
  relations: RelationShape[]
}

function cardinalityOf({ hasMultiple, hasMultipleBack }: ColumnOf<'relation'>['options']) {
  return `${hasMultipleBack ? 'n' : '1'} : ${hasMultiple ? 'n' : '1'}` as const
}

/** Relations come first, because edges attach to them. */
function listFields(table: Table) {
  const columns = sortColumns(table.columns)
  if (columns.length <= MAX_FIELDS) return columns
  const relations = columns.filter(({ type }) => type === 'relation').slice(0, MAX_FIELDS)
  const rest = columns.filter(({ type }) => type !== 'relation')
  const shown = new Set([...relations, ...rest.slice(0, MAX_FIELDS - relations.length)])
  return columns.filter((column) => shown.has(column))
}

function shapeOf(table: Table): TableShape {
  const fields = listFields(table).map((column): FieldShape => {
    const { id, name, type } = column
    return { id, name, type, isSource: column.type === 'relation' && column.options.isParent }
  })
  const hidden = table.columns.length - fields.length
  const lines = 1 + fields.length + (hidden > 0 ? 1 : 0)
  return {
    id: table.id,
    name: table.name,
    type: table.type,
    fields: [{ id: 'id', name: 'id', type: 'id', isSource: false }, ...fields],
    hidden,
    height: TABLE_NODE_HEADER_HEIGHT + lines * FIELD_HEIGHT + 4,
  }
}

/** The graph of the diagram: a node per table, an edge per pair of relation fields. */
export function graphOf(configuration: Configuration): DiagramGraph {
  const tables = sortTables(configuration.tables)
  const relations = tables.flatMap((table) =>
    table.columns.flatMap((column) => {
      if (column.type !== 'relation' || !column.options.isParent) return []
      const { tableId } = column.options
      if (!findTable(configuration, tableId)) return []
      const cardinality = cardinalityOf(column.options)
      return [
        { id: column.id, source: table.id, sourceField: column.id, target: tableId, cardinality },
      ]
    }),
  )
  return { tables: tables.map(shapeOf), relations }
}
