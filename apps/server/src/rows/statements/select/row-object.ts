import { MAX_LINKS, MAX_ROWS } from '@plinth/contract'
import type { Folded } from '@plinth/expression'
import {
  columnNamed,
  type DataColumn,
  type DataModel,
  type DataTable,
  tableNamed,
} from '../../../databases/sql/data-model.ts'
import type { Field } from '../../../databases/sql/dialect.ts'
import { joinSql, type Sql, sql, whole } from '../../../foundation/platform/sql.ts'
import { linkRule } from '../expression/link-rule.ts'
import { newScope, type RowRef, type Scope } from '../expression/scope.ts'
import { linkedRows, moreOfList } from './linked-rows.ts'
import { wireValue } from './wire-value.ts'

/** The returned parts of a row: columns, and related rows under `expand`. */
export interface View {
  /** Requested names, always including the id; all if undefined. */
  readonly columns?: ReadonlySet<string>
  readonly relations: ReadonlyMap<string, View>
  /** How the lists of relations are shortened; not at all if undefined, as rules and exports need. */
  readonly lists?: ListForm
}

/**
 * `short`: at most 100 ids in a column, and `$more` has the number of the others · `asked`: also leaves out
 * back-relations that are not named, and expands at most 100 rows.
 */
export type ListForm = 'short' | 'asked'

/** A row for the platform itself, with every link. */
export const WHOLE_ROW: View = { relations: new Map() }
/** A row for a caller who named no columns. */
export const ANSWERED_ROW: View = { relations: new Map(), lists: 'short' }

/** Who receives the rows. */
export interface Viewer {
  /** Staff see hidden columns; no one sees a hashed one. */
  readonly seesHidden: boolean
  /** The rule that related rows must meet for them and their ids to be shown; none for staff. */
  readonly viewRule?: (table: DataTable) => Folded
}

/** Whether a column is ever returned to this caller. */
export function isShown({ definition }: DataColumn, { seesHidden }: Viewer): boolean {
  if (definition?.type === 'text' && definition.options.isHashed) return false
  return seesHidden || !definition?.options.isHidden
}

export interface RowProjection {
  readonly view: View
  readonly viewer: Viewer
}

type RowCompiler = (scope: Scope, row: RowRef, seen: RowProjection) => Sql

const MAX_CACHED = 200

/**
 * Caches the SQL of rows without expanded relations: it is the same for many callers, and most of a
 * statement's text.
 */
function cached(make: RowCompiler): RowCompiler {
  const made = new WeakMap<DataTable, Map<string, Sql>>()
  return (scope, row, seen) => {
    const { view, viewer } = seen
    const links = view.relations.size > 0 ? undefined : shownLinks(scope.model, row.table, seen)
    if (links === undefined) return make(scope, row, seen)
    const cached = made.get(row.table) ?? new Map<string, Sql>()
    made.set(row.table, cached)
    const columns = view.columns ? [...view.columns].join() : '*'
    const key = `${scope.model.dialect.engine} ${row.alias.text} ${row.manyHops ?? 0} ${viewer.seesHidden} ${links} ${view.lists} ${columns}`
    const found = cached.get(key)
    if (found) return found
    if (cached.size >= MAX_CACHED) cached.clear()
    // Its own alias prefix, so that the text does not depend on the rest of the statement.
    const text = make(newScope(scope.model, `${row.alias.text}_`), row, seen)
    cached.set(key, text)
    return text
  }
}

/** A row as a JSON object of wire values, to be nested in another. */
export const rowObject: RowCompiler = cached((scope, row, seen) =>
  scope.model.dialect.rowObject(fieldsOf(scope, row, seen), moreOf(scope, row, seen)),
)

/** A row as the JSON text of the response. */
export const rowAnswer: RowCompiler = cached((scope, row, seen) =>
  scope.model.dialect.rowJson(fieldsOf(scope, row, seen), moreOf(scope, row, seen)),
)

function columnsOf({ columns }: DataTable, { view, viewer }: RowProjection): readonly DataColumn[] {
  return [...columns.values()]
    .filter((column) => isAsked(column, view))
    .filter((column) => isShown(column, viewer))
}

/** The names of the columns that a row is returned with, in order. */
export function answeredColumns(table: DataTable, seen: RowProjection): readonly string[] {
  return columnsOf(table, seen).map(({ name }) => name)
}

/** Whether a column is returned if the caller may see it. */
function isAsked({ name, relation }: DataColumn, { columns, relations, lists }: View) {
  if (name === 'id' || columns?.has(name)) return true
  if (columns) return false
  return lists !== 'asked' || !relation?.isBack || relations.has(name)
}

function ruleOf(model: DataModel, { relation }: DataColumn, { viewer }: RowProjection): Folded {
  return relation ? linkRule(viewer, tableNamed(model, relation.target)) : true
}

/** Which relations of a row show all or none of their ids; undefined if that depends on the related rows. */
function shownLinks(model: DataModel, table: DataTable, seen: RowProjection): string | undefined {
  let shown = ''
  for (const column of columnsOf(table, seen)) {
    if (!column.relation) continue
    const rule = ruleOf(model, column, seen)
    if (typeof rule !== 'boolean') return undefined
    shown += rule ? '+' : '-'
  }
  return shown
}

interface Answered {
  readonly model: DataModel
  readonly table: DataTable
}

/** Columns whose returned value is that of their own cell. */
export function plainColumns({ model, table }: Answered, seen: RowProjection): ReadonlySet<string> {
  const plain = columnsOf(table, seen).filter(
    (column) => column.cell && column.form !== 'json' && ruleOf(model, column, seen) === true,
  )
  return new Set(plain.map(({ name }) => name))
}

interface LongCell {
  readonly form: 'text' | 'json'
  readonly cell: Sql
}

/** The returned cells that can have any length. */
export function longCells({ model, table }: Answered, seen: RowProjection): readonly LongCell[] {
  const isComputed = table.definition.type === 'Computed'
  return columnsOf(table, seen).flatMap((column): readonly LongCell[] => {
    const { form, cell } = column
    if (!cell || (form !== 'text' && form !== 'json') || ruleOf(model, column, seen) !== true)
      return []
    // The value types of a Computed table are only known at run time; the size of JSON exists for all of them.
    return [{ form: isComputed ? 'json' : form, cell }]
  })
}

/** Whether only the row's own cells are returned. */
export function isOwnCells({ model, table }: Answered, seen: RowProjection): boolean {
  const isOwn = (column: DataColumn) => column.cell && ruleOf(model, column, seen) === true
  return seen.view.relations.size === 0 && columnsOf(table, seen).every(isOwn)
}

function fieldsOf(scope: Scope, row: RowRef, seen: RowProjection): readonly Field[] {
  const { view, viewer } = seen
  const { dialect } = scope.model
  // The value types of a Computed table are only known at run time.
  const isKnown = row.table.definition.type !== 'Computed'
  const fields = columnsOf(row.table, seen).map((column): Field => {
    const rule = ruleOf(scope.model, column, seen)
    const max = view.lists && MAX_LINKS
    const value = wireValue(scope, row, { column, rule, max })
    if (!isKnown) return { key: column.name, value }
    const form = column.cell || !column.relation?.isMany ? column.form : 'json'
    const cell = column.cell && rule === true && { cell: sql`${row.alias}.${column.cell}` }
    return { key: column.name, value, form, ...cell }
  })
  if (view.relations.size === 0) return fields
  const related = [...view.relations].map(
    ([name, inner]) =>
      [
        name,
        relatedRows(scope, { row, name, seen: { view: inner, viewer }, max: maxRelated(view) }),
      ] as const,
  )
  return [...fields, { key: 'expand', value: dialect.object(related) }]
}

/** More is never built in our own memory; answers have a smaller limit, which is checked afterwards. */
const MAX_RELATED_BYTES = 67_108_864

/** The lists of a row that are longer than what it shows of them, as the text after its last field; null if none is. */
function moreOf(scope: Scope, row: RowRef, seen: RowProjection): Sql | undefined {
  const { view } = seen
  if (!view.lists) return undefined
  const parts = [...row.table.columns.values()].flatMap((column) => {
    const isReturned = isAsked(column, view) || view.relations.has(column.name)
    if (!column.relation?.isMany || !isReturned || !isShown(column, seen.viewer)) return []
    const rule = ruleOf(scope.model, column, seen)
    if (rule === false) return []
    const max = view.relations.has(column.name) ? maxRelated(view) : MAX_LINKS
    return [moreOfList(scope, row, { column, rule, max })]
  })
  return parts.length === 0 ? undefined : scope.model.dialect.moreText(parts)
}

function maxRelated({ lists }: View): number {
  return lists === 'asked' ? MAX_LINKS : MAX_ROWS
}

interface Related {
  readonly row: RowRef
  readonly name: string
  readonly seen: RowProjection
  readonly max: number
}

/** The rows of a relation as objects, filtered by their own table's rule. */
function relatedRows(scope: Scope, { row, name, seen, max }: Related): Sql {
  const { dialect } = scope.model
  const rule = (table: DataTable) => linkRule(seen.viewer, table)
  const { other, from, where, order } = linkedRows(scope, { row, name, rule })
  const object = rowObject(scope, other, seen)
  const rows = sql`select ${object} as j from ${from} where ${where} order by ${order}`
  const { relation } = columnNamed(row.table, name)
  if (!relation?.isMany) return dialect.nested(sql`(${rows} limit 1)`)
  const list = dialect.objects(sql`${rows} limit ${whole(max)}`)
  const sizes = longCells({ model: scope.model, table: other.table }, seen).map(
    ({ form, cell }) => sql`coalesce(${dialect.storedSize(form, sql`${other.alias}.${cell}`)}, 0)`,
  )
  const { failTooLarge } = dialect
  if (!failTooLarge || sizes.length === 0) return dialect.nested(list)
  const sized = sql`select ${joinSql(sizes, ' + ')} as n from ${from} where ${where} order by ${order} limit ${whole(max)}`
  const total = sql`(select coalesce(sum(s.n), 0) from (${sized}) s)`
  return dialect.nested(
    sql`case when ${total} <= ${whole(MAX_RELATED_BYTES)} then ${list} else ${failTooLarge} end`,
  )
}
