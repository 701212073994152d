import type { ColumnOf, Configuration } from '@plinth/contract'
import { pairKeyOf, shapesOf } from '@plinth/schema'
import type { Layout, RelationPlace } from '../sql/layout.ts'
import { quoteName } from '../sql/quote-name.ts'

/** Quoted names of the tables, columns and links of an applied configuration. */
export function layoutOf(configuration: Configuration, schema: string): Layout {
  const shapes = shapesOf(configuration)
  const tables = new Map(configuration.tables.map((table) => [table.id, table]))
  const inside = (name: string) => `${quoteName(schema)}.${quoteName(name)}`
  const table = (tableId: string) => inside(tables.get(tableId)?.name ?? tableId)
  const find = (tableId: string, columnId: string) =>
    tables.get(tableId)?.columns.find((column) => column.id === columnId)
  const column = (tableId: string, columnId: string) =>
    quoteName(find(tableId, columnId)?.name ?? columnId)
  return {
    table,
    column,
    relation: (tableId, columnId): RelationPlace => {
      const relation = find(tableId, columnId) as ColumnOf<'relation'>
      const join = shapes.joins.get(pairKeyOf(relation))
      if (join) {
        const isFirst = join.first.columnId === columnId
        return {
          kind: 'join',
          table: inside(join.name),
          own: isFirst ? '"first"' : '"second"',
          other: isFirst ? '"second"' : '"first"',
          position: isFirst ? '"firstPosition"' : '"secondPosition"',
          otherPosition: isFirst ? '"secondPosition"' : '"firstPosition"',
        }
      }
      const isOwn = shapes.tables.get(tableId)?.columns.some((each) => each.columnId === columnId)
      if (isOwn) return { kind: 'own-key', column: column(tableId, columnId) }
      const { tableId: otherTable, columnId: otherColumn } = relation.options
      return {
        kind: 'their-key',
        table: table(otherTable),
        column: column(otherTable, otherColumn),
      }
    },
  }
}
