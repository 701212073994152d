import type { Folded, SortKey } from '@plinth/expression'
import { type DataModel, type DataTable, openColumns } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { bound, joinSql, raw, type Sql, sql, whole } from '../../../foundation/platform/sql.ts'
import { compileExpression, limitedScope } from '../expression/compile-expression.ts'
import { both, TRUE } from '../expression/condition.ts'
import { newRow, newScope, type RowRef, type Scope } from '../expression/scope.ts'
import { orderBy, orderOf, signatureOf } from './compile-sort.ts'
import { decodeCursor, isAfter } from './cursor.ts'
import { isAtMost, isSmallRow } from './page-size.ts'
import { plainColumns, type RowProjection, rowAnswer } from './row-object.ts'
import { answersWithin } from './rows-within.ts'

/** The rows that a caller may list and asks for: first the rule, then the filter. */
export interface Selection {
  readonly table: DataTable
  /** The table's own rule, folded for this caller; true for staff. */
  readonly rule: Folded
  /** The caller's filter, checked in filter mode and folded. */
  readonly filter?: Folded
  /** The list rule of every table that a filter or sort traverses; none for staff. */
  readonly listRule?: (table: DataTable) => Folded
  /** The view rule of every table whose ids a filter or sort reads; none for staff. */
  readonly viewRule?: ((table: DataTable) => Folded) | undefined
}

export interface Page extends Selection, RowProjection {
  readonly sort: readonly SortKey[]
  readonly limit: number
  /** Maximum size of the rows in the answer; a page that exceeds it is not returned whole. */
  readonly maxBytes: number
  /** A page above the limit is refused, so its rows need not be returned. */
  readonly isWhole?: boolean
  readonly offset?: number
  readonly cursor?: string
  /** Adds `keys` to every row, from which encodeCursor builds the next cursor. */
  readonly wantsCursor?: boolean
  /** Adds `total` to every row; an empty page has none. */
  readonly wantsTotal?: boolean
}

export type PageResult =
  /** The signature for encodeCursor; empty if no cursor is wanted. */
  | {
      readonly ok: true
      readonly statement: Statement
      readonly signature: string
      /** The statement returns a row for each answer, up to the byte limit, instead of one for the page. */
      readonly isByRow?: true
    }
  | { readonly ok: false; readonly message: string }

function limited(scope: Scope, { listRule, viewRule }: Selection): Scope {
  return listRule ? limitedScope(scope, { listRule, viewRule }) : scope
}

/** The rule comes before the filter; neither can raise an error, whatever a row contains. */
function conditionOf(scope: Scope, row: RowRef, selection: Selection): Sql {
  const { rule, filter = true } = selection
  return both([
    compileExpression(scope, rule, row),
    compileExpression(limited(scope, selection), filter, row),
  ])
}

const where = (condition: Sql): Sql => (condition === TRUE ? raw('') : sql` where ${condition}`)

/** The rows of a page in order, and the expressions over their alias. */
interface PageParts {
  readonly ok: true
  readonly rows: Sql
  readonly alias: Sql
  /** The id of a row, over the alias. */
  readonly key: Sql
  readonly answer: Sql
  readonly keys: Sql | undefined
  readonly total: Sql | undefined
  readonly signature: string
}

type PageSql = PageParts | { readonly ok: false; readonly message: string }

function pageSql(model: DataModel, page: Page): PageSql {
  const { table, sort } = page
  const { dialect } = model
  const scope = newScope(model)
  const [inner, outer] = [newRow(scope, table), newRow(scope, table)]
  const order = orderOf(limited(scope, page), inner, sort)
  const usesCursor = page.cursor !== undefined || page.wantsCursor
  const signature = usesCursor ? signatureOf(table.id, sort) : ''
  const position =
    page.cursor === undefined ? undefined : decodeCursor(page.cursor, signature, order)
  if (page.cursor !== undefined && !position)
    return { ok: false, message: 'The cursor does not belong to this list and sort' }
  const chosen = both([
    conditionOf(scope, inner, page),
    position ? isAfter(dialect, order, position) : TRUE,
  ])
  // By name, because `*` would require the right to read hashed columns, which the reader lacks.
  const cells = joinSql(
    openColumns(table).map(({ cell }) => sql`${inner.alias}.${cell}`),
    ', ',
  )
  const rows = sql`select ${cells} from ${table.from} as ${inner.alias}${where(chosen)} ${orderBy(scope, order)} ${rangeOf(page)}`
  const answer = rowAnswer(scope, outer, page)
  const keys = page.wantsCursor ? keysOf(scope, outer, page) : undefined
  const total = page.wantsTotal ? countOf(scope, page) : undefined
  const key = sql`${outer.alias}.${table.key}`
  return { ok: true, rows, alias: outer.alias, key, answer, keys, total, signature }
}

/** Our own numbers are literals: the planner then knows the limit, and need not plan for each value. */
function rangeOf({ limit, offset = 0, cursor }: Page): Sql {
  const clause = sql`limit ${whole(limit + 1)}`
  return offset === 0 || cursor !== undefined ? clause : sql`${clause} offset ${bound(offset)}`
}

/** No user column can have these names. */
const PLACE = raw('_plinth_place')
const SMALL = raw('_plinth_small')

/**
 * The rows of a page up to the byte limit: a row for each with its JSON as `answer`, its `id`, `keys` and `total`, and
 * one more than the limit if there are more. The first row beyond the byte limit has a null answer and is the last.
 */
export function compilePage(model: DataModel, page: Page): PageResult {
  const made = pageSql(model, page)
  if (!made.ok) return made
  const { rows, alias, key, answer, signature } = made
  const keys = made.keys ? sql`, ${made.keys} as keys` : raw('')
  const total = made.total ? sql`, (${made.total}) as total` : raw('')
  const more = sql`${key} as id${keys}${total}`
  const statement = answersWithin(model, page, { rows, alias, answer, more })
  return { ok: true, statement, signature, isByRow: true }
}

/**
 * The page as a single row: the JSON texts joined under `answers`, the number of rows under `count`, and keys
 * and total of the last returned row. Transferring many rows costs more than aggregating them. `answers` is null for a
 * page that is, or could be, above the byte limit; `compilePage` then reads as much of it as may be returned.
 */
export function compileWholePage(model: DataModel, page: Page): PageResult {
  const { dialect } = model
  // Nothing bounds a row with related rows, and SQLite builds a page in our own memory.
  if (dialect.prefersManyRows && page.view.relations.size > 0) return compilePage(model, page)
  const made = pageSql(model, page)
  if (!made.ok) return made
  const { rows, alias, signature } = made
  const keyNames =
    dialect.prefersManyRows && !page.wantsTotal ? answeredKeys(model, page) : undefined
  if (keyNames) {
    const isSmall = isSmallRow(model, page, alias)
    const answer = isSmall ? sql`case when ${isSmall} then ${made.answer} end` : made.answer
    const each = sql`select ${answer} from (${rows}) as ${alias}`
    const list = { most: page.limit, keys: keyNames, maxBytes: page.maxBytes }
    return { ok: true, statement: { ...render(each, dialect.style), list }, signature }
  }
  const last = whole(page.limit)
  const keys = made.keys
    ? sql`, max(case ${alias}.${PLACE} when ${last} then ${made.keys} end) as keys`
    : raw('')
  // The same in every row.
  const total = made.total ? sql`, max((${made.total})) as total` : raw('')
  const place = sql`${alias}.${PLACE}`
  const isShown = sql`${place} <= ${last}`
  const isSmall = isSmallRow(model, page, raw('p'))
  const small = sql`${alias}.${SMALL}`
  const joined = dialect.joined(made.answer, place, isSmall ? both([isShown, small]) : isShown)
  const large = isSmall
    ? sql`, count(*) filter (where ${isShown} and not ${small}) as large`
    : raw('')
  const sized = isSmall ? sql`, ${isSmall} as ${SMALL}` : raw('')
  const numbered = sql`select p.*, row_number() over () as ${PLACE}${sized} from (${rows}) as p`
  const built = sql`select ${joined} as answers, count(*) as count${large}${keys}${total} from (${numbered}) as ${alias}`
  const fits = sql`${isSmall ? raw('b.large = 0 and ') : raw('')}${dialect.size(raw('b.answers'))} <= ${whole(page.maxBytes)}`
  const text = sql`select case when ${fits} then b.answers end as answers, b.count${made.keys ? raw(', b.keys') : raw('')}${made.total ? raw(', b.total') : raw('')} from (${built}) as b`
  return { ok: true, statement: render(text, dialect.style), signature }
}

/** The cursor's keys by name if all of them are returned columns; empty if no cursor is wanted, else undefined. */
function answeredKeys(model: DataModel, page: Page): readonly string[] | undefined {
  if (!page.wantsCursor) return []
  const answered = plainColumns({ model, table: page.table }, page)
  const isThere = page.sort.every(
    ({ path }) => path.hops.length === 0 && !path.modifier && answered.has(path.column.name),
  )
  return isThere ? page.sort.map(({ path }) => path.column.name) : undefined
}

function keysOf(scope: Scope, row: RowRef, page: Page): Sql {
  const { dialect } = scope.model
  const order = orderOf(limited(scope, page), row, page.sort)
  return dialect.jsonText(dialect.array(order.map(({ form, value }) => dialect.wire(form, value))))
}

function countOf(scope: Scope, selection: Selection): Sql {
  const row = newRow(scope, selection.table)
  const condition = conditionOf(scope, row, selection)
  return sql`select count(*) from ${selection.table.from} as ${row.alias}${where(condition)}`
}

/** The number of rows of a selection, as `total`. */
export function compileCount(model: DataModel, selection: Selection): Statement {
  const scope = newScope(model)
  return render(sql`select (${countOf(scope, selection)}) as total`, model.dialect.style)
}

interface One extends RowProjection {
  readonly table: DataTable
  readonly rule: Folded
  readonly id: string
  /** Maximum size of the answer, which is null for a larger row. */
  readonly maxBytes?: number
}

/** One row by its id, as `answer`; no row if the rule hides it. */
export function compileOne(model: DataModel, one: One): Statement {
  const scope = newScope(model)
  const { dialect } = model
  const row = newRow(scope, one.table)
  const isIt = sql`${row.alias}.${one.table.key} = ${dialect.bind('id', one.id)}`
  const condition = both([isIt, compileExpression(scope, one.rule, row)])
  const answer = rowAnswer(scope, row, one)
  const from = sql`from ${one.table.from} as ${row.alias}${where(condition)}`
  const max = whole(one.maxBytes ?? 0)
  const isSmall = one.maxBytes ? isAtMost(model, { ...one, max }, row.alias) : undefined
  const small = isSmall ? sql`case when ${isSmall} then ${answer} end` : answer
  const built = sql`select ${small} as answer ${from}`
  // Nothing bounds related rows; OFFSET keeps PostgreSQL from building them twice.
  const text =
    one.maxBytes && one.view.relations.size > 0 && !dialect.prefersManyRows
      ? sql`select case when ${dialect.size(raw('b.answer'))} <= ${max} then b.answer end as answer from (${built} offset 0) as b`
      : built
  return render(text, dialect.style)
}
