import type { Folded, SortKey } from '@plinth/expression'
import { compileExpression, limitedScope } from './compile-expression.ts'
import { orderBy, orderOf, signatureOf } from './compile-sort.ts'
import { both, TRUE } from './condition.ts'
import { decodeCursor, isAfter } from './cursor.ts'
import type { DataModel, DataTable } from './data-model.ts'
import { rowObject, type Seen } from './row-object.ts'
import { newRow, newScope, type RowRef, type Scope } from './scope.ts'
import { bound, raw, render, type Sql, type Statement, sql } from './sql.ts'

/** Rows that a caller may list and asks for: the rule, then the filter. */
export interface Selection {
  readonly table: DataTable
  /** The table's own rule, folded for this caller; true for staff. */
  readonly rule: Folded
  /** The caller's filter, checked in filter mode and folded. */
  readonly filter?: Folded
  /** The list rule of every table that a filter or sort passes; none for staff. */
  readonly listRule?: (table: DataTable) => Folded
}

export interface Page extends Selection, Seen {
  readonly sort: readonly SortKey[]
  readonly limit: number
  readonly offset?: number
  readonly cursor?: string
  /** Adds `keys` to every row, of which encodeCursor makes the next cursor. */
  readonly wantsCursor?: boolean
  /** Adds `total` to every row; an empty page has none. */
  readonly wantsTotal?: boolean
}

export type PageResult =
  /** The signature is what encodeCursor takes; empty when no cursor is wanted. */
  | { readonly ok: true; readonly statement: Statement; readonly signature: string }
  | { readonly ok: false; readonly message: string }

function limited(scope: Scope, { listRule }: Selection): Scope {
  return listRule ? limitedScope(scope, listRule) : scope
}

/** The rule stands before the filter, and neither can raise an error, whatever a row holds. */
function conditionOf(scope: Scope, row: RowRef, selection: Selection): Sql {
  const { rule, filter = true } = selection
  return both([
    compileExpression(scope, rule, row),
    compileExpression(limited(scope, selection), filter, row),
  ])
}

const where = (condition: Sql): Sql => (condition === TRUE ? raw('') : sql` where ${condition}`)

type PageSql =
  | { readonly ok: true; readonly text: Sql; readonly signature: string }
  | { readonly ok: false; readonly message: string }

function pageSql(model: DataModel, page: Page): PageSql {
  const { table, sort } = page
  const { dialect } = model
  const scope = newScope(model)
  const [inner, outer] = [newRow(scope, table), newRow(scope, table)]
  const order = orderOf(limited(scope, page), inner, sort)
  const isPlaced = page.cursor !== undefined || page.wantsCursor
  const signature = isPlaced ? signatureOf(table.id, sort) : ''
  const place = page.cursor === undefined ? undefined : decodeCursor(page.cursor, signature, order)
  if (page.cursor !== undefined && !place)
    return { ok: false, message: 'The cursor is not one of this list and sort' }
  const chosen = both([
    conditionOf(scope, inner, page),
    place ? isAfter(dialect, order, place) : TRUE,
  ])
  const range = sql`limit ${bound(page.limit + 1)} offset ${bound(place ? 0 : (page.offset ?? 0))}`
  const rows = sql`select ${inner.alias}.* from ${table.from} as ${inner.alias}${where(chosen)} ${orderBy(scope, order)} ${range}`
  const answer = sql`${dialect.answer(rowObject(scope, outer, page))} as answer`
  const keys = page.wantsCursor ? sql`, ${keysOf(scope, outer, page)} as keys` : raw('')
  const total = page.wantsTotal ? sql`, (${countOf(scope, page)}) as total` : raw('')
  const text = sql`select ${answer}${keys}${total} from (${rows}) as ${outer.alias}`
  return { ok: true, text, signature }
}

/**
 * One statement for a page: a row per answered row with its JSON as `answer`, and one more than the limit
 * when there are more. The rows are chosen first, so that only those of the page are written out.
 */
export function compilePage(model: DataModel, page: Page): PageResult {
  const made = pageSql(model, page)
  if (!made.ok) return made
  const { text, signature } = made
  return { ok: true, statement: render(text, model.dialect.style), signature }
}

/**
 * The same as one row: the answers as one text under `answers`, how many rows there were under `count`, and
 * keys and total of the last row that is answered. Handing over many rows costs more than making them.
 */
export function compileWholePage(model: DataModel, page: Page): PageResult {
  const made = pageSql(model, page)
  if (!made.ok) return made
  const { dialect } = model
  const isAnswered = sql`n <= ${dialect.bind('integer', page.limit)}`
  const lastKeys = sql`, max(keys) filter (where n = ${dialect.bind('integer', page.limit)}) as keys`
  const keys = page.wantsCursor ? lastKeys : raw('')
  // The same in every row.
  const total = page.wantsTotal ? raw(', max(total) as total') : raw('')
  const answers = dialect.joined(raw('answer'), raw('n'), isAnswered)
  const text = sql`select ${answers} as answers, count(*) as count${keys}${total} from (select p.*, row_number() over () as n from (${made.text}) as p) as q`
  return { ok: true, statement: render(text, dialect.style), signature: made.signature }
}

function keysOf(scope: Scope, row: RowRef, page: Page): Sql {
  const { dialect } = scope.model
  const order = orderOf(limited(scope, page), row, page.sort)
  return dialect.answer(dialect.array(order.map(({ form, value }) => dialect.wire(form, value))))
}

function countOf(scope: Scope, selection: Selection): Sql {
  const row = newRow(scope, selection.table)
  const condition = conditionOf(scope, row, selection)
  return sql`select count(*) from ${selection.table.from} as ${row.alias}${where(condition)}`
}

/** How many rows a selection has, as `total`. */
export function compileCount(model: DataModel, selection: Selection): Statement {
  const scope = newScope(model)
  return render(sql`select (${countOf(scope, selection)}) as total`, model.dialect.style)
}

/** One row by its id, as `answer`; no row when the rule hides it. */
export function compileOne(
  model: DataModel,
  one: Seen & { readonly table: DataTable; readonly rule: Folded; readonly id: string },
): Statement {
  const scope = newScope(model)
  const row = newRow(scope, one.table)
  const isIt = sql`${row.alias}.${one.table.key} = ${model.dialect.bind('id', one.id)}`
  const condition = both([isIt, compileExpression(scope, one.rule, row)])
  const answer = model.dialect.answer(rowObject(scope, row, one))
  return render(
    sql`select ${answer} as answer from ${one.table.from} as ${row.alias}${where(condition)}`,
    model.dialect.style,
  )
}
