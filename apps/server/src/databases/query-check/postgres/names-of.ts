import type { Visit } from './list-nodes.ts'

/** The names that a statement gives to columns. */
export function namesOf(visits: readonly Visit[]): string[] {
  return visits
    .flatMap(({ kind, node }) => {
      const texts = (...fields: string[]) =>
        fields.flatMap((field) => (typeof node[field] === 'string' ? [node[field]] : []))
      switch (kind) {
        case 'ResTarget':
        case 'JsonTableColumn':
          return texts('name')
        case 'Alias':
          return [...texts('aliasname'), ...stringsOf(node.colnames)]
        case 'CommonTableExpr':
          return stringsOf(node.aliascolnames)
        case 'CTESearchClause':
          return texts('search_seq_column')
        case 'CTECycleClause':
          return texts('cycle_mark_column', 'cycle_path_column')
        case 'ColumnDef':
          return texts('colname')
        default:
          return []
      }
    })
    .filter((name) => name !== undefined)
}

/** The texts of a list of String nodes; any other node becomes undefined. */
export function stringsOf(list: unknown): (string | undefined)[] {
  if (!Array.isArray(list)) return []
  return list.map((each: { String?: { sval?: string } }) =>
    each.String === undefined ? undefined : (each.String.sval ?? ''),
  )
}
