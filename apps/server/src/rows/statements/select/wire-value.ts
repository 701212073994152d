import type { Folded } from '@plinth/expression'
import type { DataColumn } from '../../../databases/sql/data-model.ts'
import { raw, type Sql, sql, whole } from '../../../foundation/platform/sql.ts'
import type { RowRef, Scope } from '../expression/scope.ts'
import { linkedRows } from './linked-rows.ts'

interface Shown {
  readonly column: DataColumn
  /** The rule that a related row must meet for its id to be shown. */
  readonly rule: Folded
  /** The maximum number of ids; any if undefined. */
  readonly max?: number | undefined
}

/** A column's wire value: relations as an id or null, or as an ordered list of ids. */
export function wireValue(scope: Scope, row: RowRef, { column, rule, max }: Shown): Sql {
  const { dialect } = scope.model
  if (column.cell && rule === true)
    return dialect.wire(column.form, sql`${row.alias}.${column.cell}`)
  const { place, isMany } = column.relation ?? {}
  if (!place) throw new Error('compile: column has neither cell nor relation')
  const { id, from, where, order } = linkedRows(scope, {
    row,
    name: column.name,
    rule: () => rule,
    isIdOnly: true,
  })
  const limit = max === undefined ? raw('') : sql` limit ${whole(max)}`
  const ids = sql`select ${id} as j from ${from} where ${where} order by ${order}`
  return isMany ? dialect.nested(dialect.ids(sql`${ids}${limit}`)) : sql`(${ids} limit 1)`
}
