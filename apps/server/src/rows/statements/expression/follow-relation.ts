import { columnNamed, tableNamed } from '../../../databases/sql/data-model.ts'
import type { RelationPlace } from '../../../databases/sql/layout.ts'
import { raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { both, either, exists, FALSE } from './condition.ts'
import { newRow, type RowRef, type Scope } from './scope.ts'

/** One relation followed: the tables it takes, each with what ties it to those before. */
export interface Link {
  readonly row: RowRef
  readonly tables: readonly { readonly from: Sql; readonly on: Sql }[]
  /** Where the relation keeps its order, if it keeps one. */
  readonly position?: Sql
}

/** Ties related rows to the row they hang on; a caller's filter sees only those it may list. */
export function followRelation(scope: Scope, origin: RowRef, name: string): Link {
  const { relation } = columnNamed(origin.table, name)
  if (!relation) throw new Error('A checked relation is none')
  const { place, target } = relation
  const row = newRow(scope, tableNamed(scope.model, target))
  const from = sql`${row.table.from} as ${row.alias}`
  const id = sql`${row.alias}.${row.table.key}`
  const own = sql`${origin.alias}.${origin.table.key}`
  const last = (on: Sql) => ({ from, on: scope.limit ? both([on, scope.limit(row)]) : on })
  const coming = origin.links?.get(name)
  if (coming) {
    const isSent = scope.model.dialect.isAnyOf(id, 'id', coming)
    return { row, tables: [last(either([isSent, staysLinked(scope, { origin, row, place })]))] }
  }
  if (place.kind === 'own-key')
    return { row, tables: [last(sql`${id} = ${origin.alias}.${raw(place.column)}`)] }
  if (place.kind === 'their-key')
    return { row, tables: [last(sql`${row.alias}.${raw(place.column)} = ${own}`)] }
  const join = raw(scope.newAlias())
  const first = {
    from: sql`${raw(place.table)} as ${join}`,
    on: sql`${join}.${raw(place.own)} = ${own}`,
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

/** Whether a row is linked already and stays so, because whoever sends other links is not shown it. */
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
