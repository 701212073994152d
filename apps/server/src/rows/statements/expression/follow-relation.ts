import { columnNamed, tableNamed } from '../../../databases/sql/data-model.ts'
import type { RelationPlace } from '../../../databases/sql/layout.ts'
import { raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { both, either, exists, FALSE } from './condition.ts'
import { inTime, isCostly, newRow, type RowRef, type Scope } from './scope.ts'

/** One followed relation: the tables it joins, each with its join condition. */
export interface Link {
  readonly row: RowRef
  readonly tables: readonly { readonly from: Sql; readonly on: Sql; readonly alias: Sql }[]
  /** The position column, if the relation is ordered. */
  readonly position?: Sql
}

/** Joins related rows to their origin; a caller's filter sees only rows that it may list. */
export function followRelation(scope: Scope, origin: RowRef, name: string): Link {
  const { relation } = columnNamed(origin.table, name)
  if (!relation) throw new Error('compile: checked column is not a relation')
  const { place, target } = relation
  const manyHops = (origin.manyHops ?? 0) + Number(relation.isMany)
  const row = { ...newRow(scope, tableNamed(scope.model, target)), manyHops }
  const from = sql`${row.table.from} as ${row.alias}`
  const id = sql`${row.alias}.${row.table.key}`
  const own = sql`${origin.alias}.${origin.table.key}`
  const limited = (value: Sql) => (relation.isMany && isCostly(row) ? inTime(scope, value) : [])
  const last = (on: Sql) => ({
    from,
    alias: row.alias,
    on: scope.limit ? both([on, scope.limit(row)]) : on,
  })
  const coming = origin.links?.get(name)
  if (coming) {
    const isSent = scope.model.dialect.isAnyOf(id, 'id', coming)
    return { row, tables: [last(either([isSent, staysLinked(scope, { origin, row, place })]))] }
  }
  if (place.kind === 'own-key')
    return { row, tables: [last(sql`${id} = ${origin.alias}.${raw(place.column)}`)] }
  if (place.kind === 'their-key')
    return {
      row,
      tables: [last(both([sql`${row.alias}.${raw(place.column)} = ${own}`, ...limited(id)]))],
    }
  const join = raw(scope.newAlias())
  const first = {
    from: sql`${raw(place.table)} as ${join}`,
    alias: join,
    on: both([
      sql`${join}.${raw(place.own)} = ${own}`,
      ...limited(sql`${join}.${raw(place.other)}`),
    ]),
  }
  return {
    row,
    tables: [first, last(sql`${id} = ${join}.${raw(place.other)}`)],
    position: sql`${join}.${raw(place.position)}`,
  }
}

interface Linked {
  readonly origin: RowRef
  readonly row: RowRef
  readonly place: RelationPlace
}

/** Whether a link is kept although it was not sent, because the caller cannot see the linked row. */
function staysLinked(scope: Scope, { origin, row, place }: Linked): Sql {
  const isHidden = origin.staysLinked?.(row) ?? FALSE
  if (isHidden === FALSE || place.kind === 'own-key') return FALSE
  const own = sql`${origin.alias}.${origin.table.key}`
  if (place.kind === 'their-key')
    return both([sql`${row.alias}.${raw(place.column)} = ${own}`, isHidden])
  const join = raw(scope.newAlias())
  const from = [sql`${raw(place.table)} as ${join}`]
  const isThis = sql`${join}.${raw(place.other)} = ${row.alias}.${row.table.key}`
  return both([
    exists({ from, where: [sql`${join}.${raw(place.own)} = ${own}`, isThis] }),
    isHidden,
  ])
}
