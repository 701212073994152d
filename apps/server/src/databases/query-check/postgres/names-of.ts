import type { Visit } from './list-nodes.ts'
import { stringsOf } from './strings-of.ts'

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
