import type { Folded } from '@plinth/expression'
import type { DataColumn } from '../../../databases/sql/data-model.ts'
import { joinSql, raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { both } from '../expression/condition.ts'
import { followRelation } from '../expression/follow-relation.ts'
import type { RowRef, Scope } from '../expression/scope.ts'

interface Shown {
  readonly column: DataColumn
  /** The rule that a related row must meet for its id to be shown. */
  readonly rule: Folded
}

/** A column's wire value: relations as an id or null, or as an ordered list of ids. */
export function wireValue(scope: Scope, row: RowRef, { column, rule }: Shown): Sql {
  const { dialect } = scope.model
  if (column.cell && rule === true)
    return dialect.wire(column.form, sql`${row.alias}.${column.cell}`)
  const { place, isMany } = column.relation ?? {}
  if (!place) throw new Error('compile: column has neither cell nor relation')
  if (place.kind === 'join' && rule === true) {
    const own = sql`${row.alias}.${row.table.key}`
    const join = raw(scope.newAlias())
    const other = sql`${join}.${raw(place.other)}`
    const ids = sql`select ${other} as j from ${raw(place.table)} as ${join} where ${join}.${raw(place.own)} = ${own} order by ${join}.${raw(place.position)}, ${other}`
    return dialect.nested(dialect.ids(ids))
  }
  const link = followRelation(scope, row, column.name)
  const id = sql`${link.row.alias}.${link.row.table.key}`
  const from = joinSql(
    link.tables.map((table) => table.from),
    ', ',
  )
  const where = both([
    ...link.tables.map((table) => table.on),
    compileExpression(scope, rule, link.row),
  ])
  // Ids start with their creation time, so this orders by creation.
  const order = link.position ? sql`${link.position}, ${id}` : id
  const ids = sql`select ${id} as j from ${from} where ${where} order by ${order}`
  return isMany ? dialect.nested(dialect.ids(ids)) : sql`(${ids} limit 1)`
}
