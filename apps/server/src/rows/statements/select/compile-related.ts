import type { Folded } from '@plinth/expression'
import { asId } from '../../../databases/sql/bind-values.ts'
import { type DataModel, type DataTable, openColumns } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { joinSql, raw, type Sql, sql, whole } from '../../../foundation/platform/sql.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { both, TRUE } from '../expression/condition.ts'
import { linkRule } from '../expression/link-rule.ts'
import { newRow, newScope, type RowRef, type Scope } from '../expression/scope.ts'
import { linkedRows } from './linked-rows.ts'
import { type RowProjection, rowAnswer } from './row-object.ts'
import { answersWithin } from './rows-within.ts'

/** The last related row that the caller has, with its position if the relation has an order of its own. */
interface RelatedPlace {
  readonly position: number | undefined
  readonly id: string
}

const CURSOR = /^(\d{0,15})\.([0-9a-f-]{36})$/

/** The place that a cursor of a relation names; undefined if it is not one. */
export function decodePlace(cursor: string): RelatedPlace | undefined {
  const [, position = '', text] = CURSOR.exec(cursor) ?? []
  const id = asId(text)
  return id === null ? undefined : { position: position === '' ? undefined : Number(position), id }
}

/** The cursor after a row that `compileRelated` returned; also what `$more` of a row has. */
export function encodePlace({ position, id }: { position?: unknown; id?: unknown }): string {
  return `${position ?? ''}.${id}`
}

interface Related {
  readonly table: DataTable
  readonly id: string
  readonly column: string
}

interface Linked extends Related {
  readonly viewRule: ((table: DataTable) => Folded) | undefined
}

function originOf(scope: Scope, { table, id }: Related): { row: RowRef; from: Sql; isIt: Sql } {
  const row = newRow(scope, table)
  const isIt = sql`${row.alias}.${table.key} = ${scope.model.dialect.bind('id', id)}`
  return { row, from: sql`${table.from} as ${row.alias}`, isIt }
}

function linksOf(scope: Scope, row: RowRef, { column, viewRule }: Linked) {
  return linkedRows(scope, { row, name: column, rule: (table) => linkRule({ viewRule }, table) })
}

/** The number of related rows that the caller sees, as `total`; no row if the row itself is hidden from them. */
export function compileRelatedCount(
  model: DataModel,
  { rule, ...related }: Linked & { readonly rule: Folded },
): Statement {
  const scope = newScope(model)
  const { row, from, isIt } = originOf(scope, related)
  const links = linksOf(scope, row, related)
  const total = sql`select count(*) from ${links.from} where ${links.where}`
  const isSeen = both([isIt, compileExpression(scope, rule, row)])
  return render(sql`select (${total}) as total from ${from} where ${isSeen}`, model.dialect.style)
}

interface RelatedPage extends Related, RowProjection {
  readonly limit: number
  readonly maxBytes: number
  readonly after: RelatedPlace | undefined
}

const POSITION = raw('_plinth_position')

/** A page of the rows of a relation, one more than the limit if there are more: `answer`, `id` and `position`. */
export function compileRelated(model: DataModel, page: RelatedPage): Statement {
  const { viewer, limit, after } = page
  const scope = newScope(model)
  const { row, from, isIt } = originOf(scope, page)
  const links = linksOf(scope, row, { ...page, viewRule: viewer.viewRule })
  const { other, id, position } = links
  const outer = { ...newRow(scope, other.table), manyHops: other.manyHops ?? 0 }
  const cells = openColumns(other.table).map(({ cell }) => sql`${other.alias}.${cell}`)
  if (position) cells.push(sql`${position} as ${POSITION}`)
  const where = both([isIt, links.where, after ? isAfter(scope, { id, position, after }) : TRUE])
  const rows = sql`select ${joinSql(cells, ', ')} from ${from}, ${links.from} where ${where} order by ${links.order} limit ${whole(limit + 1)}`
  const answer = rowAnswer(scope, outer, page)
  const key = sql`${outer.alias}.${other.table.key} as id`
  const more = position ? sql`${key}, ${outer.alias}.${POSITION} as position` : key
  const bounded = { ...page, table: other.table }
  return answersWithin(model, bounded, { rows, alias: outer.alias, answer, more })
}

interface Compared {
  readonly id: Sql
  readonly position: Sql | undefined
  readonly after: RelatedPlace
}

function isAfter({ model: { dialect } }: Scope, { id, position, after }: Compared): Sql {
  const known = dialect.bind('id', after.id)
  if (!position) return sql`${id} > ${known}`
  return sql`(${position}, ${id}) > (${dialect.bind('integer', after.position ?? 0)}, ${known})`
}
