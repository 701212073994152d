import { createHash } from 'node:crypto'
import type { SortKey } from '@plinth/expression'
import { columnNamed, type DataColumn } from '../../../databases/sql/data-model.ts'
import type { Form } from '../../../databases/sql/dialect.ts'
import { joinSql, raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { followHops } from '../expression/follow-hops.ts'
import { hidesIds, type RowRef, type Scope } from '../expression/scope.ts'

/** One sort key, as an expression over a row. */
export interface OrderKey {
  readonly value: Sql
  readonly form: Form
  readonly isDescending: boolean
  /** Never null, so that an index can be used without NULLS LAST and keys can be compared as a row. */
  readonly isFilled: boolean
}

/** A total order: the id is the last key or among the keys. */
export type Order = readonly OrderKey[]

/** Compiles checked sort keys; in a limited scope a related row that may not be listed is null. */
export function orderOf(scope: Scope, row: RowRef, keys: readonly SortKey[]): Order {
  return keys.map(({ path, isDescending }) => {
    const hops = path.hops.map((hop) => hop.column.name)
    const { end, from, where } = followHops(scope, { origin: row, hops, keepsMissing: false })
    const column = columnNamed(end.table, path.column.name)
    const read = cellOf(scope, end, column)
    const isFilled = hops.length === 0 && column.isFilled
    const value =
      from.length === 0
        ? read
        : sql`(select ${read} from ${joinSql(from, ', ')} where ${joinSql(where, ' and ')} limit 1)`
    return { value, form: column.form, isDescending, isFilled }
  })
}

/** Looks a to-one relation up if its key is on the other side, or if not everyone may see its id. */
function cellOf(scope: Scope, row: RowRef, column: DataColumn): Sql {
  const { relation } = column
  if (column.cell && !(relation && hidesIds(scope, relation.target)))
    return sql`${row.alias}.${column.cell}`
  const hops = [column.name]
  const walk = { origin: row, hops, keepsMissing: false, isIdOnly: true }
  const { end, from, where } = followHops(scope, walk)
  return sql`(select ${end.alias}.${end.table.key} from ${joinSql(from, ', ')} where ${joinSql(where, ' and ')} limit 1)`
}

/** The `order by` clause, with nulls last in both directions and both databases. */
export function orderBy({ model }: Scope, order: Order): Sql {
  const keys = order.map(({ value, form, isDescending, isFilled }) => {
    const ordered = form === 'text' ? model.dialect.ordered(value) : value
    return sql`${ordered}${raw(isDescending ? ' desc' : ' asc')}${raw(isFilled ? '' : ' nulls last')}`
  })
  return sql`order by ${joinSql(keys, ', ')}`
}

/** Identifies a sort order, so that a cursor of one is never accepted for another. */
export function signatureOf(tableId: string, keys: readonly SortKey[]): string {
  const words = keys.map(({ path, isDescending }) => {
    const names = [...path.hops.map((hop) => hop.column.id), path.column.id, path.modifier ?? '']
    return `${isDescending ? '-' : '+'}${names.join('.')}`
  })
  const hash = createHash('sha256').update([tableId, ...words].join(','))
  return hash.digest('base64url').slice(0, 12)
}
