import type { ColumnOf, Configuration } from '@plinth/contract'
import type { Layout, RelationPlace } from '../../databases/sql/layout.ts'

const quote = (name: string): string => `"${name}"`

/** The storage layout without a live catalogue: names are those of the configuration. */
export function testLayout(configuration: Configuration, schema: string): Layout {
  const tables = new Map(configuration.tables.map((table) => [table.id, table]))
  const nameOf = (tableId: string, columnId: string): string =>
    tables.get(tableId)?.columns.find((column) => column.id === columnId)?.name ?? columnId
  const relationOf = (tableId: string, columnId: string): ColumnOf<'relation'> => {
    const column = tables.get(tableId)?.columns.find((each) => each.id === columnId)
    if (column?.type !== 'relation') throw new Error(`${columnId} is no relation`)
    return column
  }
  const table = (tableId: string): string =>
    `${quote(schema)}.${quote(tables.get(tableId)?.name ?? tableId)}`
  return {
    table,
    column: (tableId, columnId) => quote(nameOf(tableId, columnId)),
    relation: (tableId, columnId): RelationPlace => {
      const { name, options } = relationOf(tableId, columnId)
      const { hasMultiple, hasMultipleBack, isParent } = options
      if (!hasMultiple && (hasMultipleBack || isParent))
        return { kind: 'own-key', column: quote(name) }
      const other = { tableId: options.tableId, columnId: options.columnId }
      if (!hasMultiple || !hasMultipleBack)
        return {
          kind: 'their-key',
          table: table(other.tableId),
          column: quote(nameOf(other.tableId, other.columnId)),
        }
      const pair = [`${tableId}.${columnId}`, `${other.tableId}.${other.columnId}`].sort()
      const [own, far] =
        pair[0] === `${tableId}.${columnId}` ? ['first', 'second'] : ['second', 'first']
      return {
        kind: 'join',
        table: `${quote(schema)}.${quote(`_plinth_join_${pair.join('_').replaceAll('.', '_')}`)}`,
        own: quote(own),
        other: quote(far),
        position: quote('position'),
      }
    },
  }
}
