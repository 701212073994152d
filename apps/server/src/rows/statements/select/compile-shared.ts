import type { Folded } from '@plinth/expression'
import { type DataModel, type DataTable, openColumns } from '../../../databases/sql/data-model.ts'
import type { Statement } from '../../../databases/sql/render.ts'
import {
  joinSql,
  raw,
  replaceValues,
  type Sql,
  sql,
  whole,
} from '../../../foundation/platform/sql.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { both, TRUE } from '../expression/condition.ts'
import { newRow, newScope } from '../expression/scope.ts'
import { type RowProjection, rowAnswer } from './row-object.ts'
import { answersWithin } from './rows-within.ts'

/** What one caller's statement for the rows of a table consists of. */
export interface CallerSql {
  /** Equal shapes mean that the statements differ in nothing but the values of their rules. */
  readonly shape: string
  readonly rule: Sql
  readonly answer: Sql
  /** Characters of the rule's values. */
  readonly characters: number
}

interface Asked extends RowProjection {
  readonly table: DataTable
  /** Folded for the caller. */
  readonly rule: Folded
}

/** The row that rules are about, and the row that is answered; their aliases are the same for all callers. */
function rowsOf(model: DataModel, table: DataTable) {
  const [ruled, answered] = [newScope(model, 'a'), newScope(model, 'b')]
  return { ruled, inner: newRow(ruled, table), answered, outer: newRow(answered, table) }
}

/** Only texts, whole numbers, booleans and nulls are the same as a column as they are as a parameter. */
function isPlain(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    Number.isSafeInteger(value)
  )
}

/** Undefined if its statement must not be shared, because it runs SQL of the project's developers. */
export function compileCaller(model: DataModel, asked: Asked): CallerSql | undefined {
  const { ruled, inner, answered, outer } = rowsOf(model, asked.table)
  const rule = compileExpression(ruled, asked.rule, inner)
  const answer = rowAnswer(answered, outer, asked)
  if (rule.readsComputed || answer.readsComputed) return undefined
  // What has no place in a list of rows must be equal.
  const fixed = rule.values.map((value) => (isPlain(value) ? 0 : [value]))
  const shape = JSON.stringify([rule.text, fixed, answer.text, answer.values])
  const characters = rule.values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
  return { shape, rule, answer, characters }
}

/** PostgreSQL takes at most 100 lists at once. */
const MAX_DIFFERENT = 50
const ALIAS = '_plinth_callers'

/** The callers as rows, and the rule over their values; undefined if their rules differ in too many values. */
function callersOf({ dialect }: DataModel, rules: readonly Sql[]) {
  const [first] = rules
  if (!first || rules.some(({ text }) => text !== first.text)) return undefined
  /** The values that differ, as lists over the callers, and where they are in the rule. */
  const lists: (readonly unknown[])[] = []
  const placeOf = new Map<number, number>()
  for (const [at, value] of first.values.entries()) {
    if (!isPlain(value)) continue
    const list = rules.map(({ values }) => values[at])
    if (list.every((each) => each === value)) continue
    const known = lists.findIndex((other) => other.every((each, caller) => each === list[caller]))
    placeOf.set(at, known < 0 ? lists.length : known)
    if (known < 0) lists.push(list)
  }
  if (lists.length > MAX_DIFFERENT) return undefined
  const rows = rules.map((_, caller) => lists.map((list) => list[caller]))
  const { from, number, value } = dialect.knownRows(rows, lists.length, ALIAS)
  const rule = replaceValues(first, (at) => {
    const place = placeOf.get(at)
    return place === undefined ? undefined : value(place)
  })
  return { from, number, rule }
}

interface Shared extends RowProjection {
  readonly table: DataTable
  readonly ids: readonly string[]
  readonly maxBytes: number
}

/** No user column can have this name. */
const SEEN_BY = raw('_plinth_seen_by')

/**
 * The rows among these ids that any of several callers may see, for callers of one shape: as `compilePage` returns them,
 * with the numbers of those callers as `callers`, such as `0,3`. Undefined if there is no such statement.
 */
export function compileShared(
  model: DataModel,
  callers: readonly CallerSql[],
  { table, ids, maxBytes, view, viewer }: Shared,
): Statement | undefined {
  const { dialect } = model
  const [first] = callers
  const shared = callersOf(
    model,
    callers.map(({ rule }) => rule),
  )
  if (!first || !shared) return undefined
  const { inner, outer } = rowsOf(model, table)
  const { from, number } = shared
  // Nothing else ends the statement in time: it evaluates the rule once for each row and caller.
  const isInTime = dialect.isInTime ? [dialect.isInTime(number)] : []
  const condition = both([...isInTime, shared.rule])
  const numbers = dialect.joined(number, number, TRUE)
  const seenBy = sql`(select ${numbers} from ${from} where ${condition})`
  const cells = joinSql(
    openColumns(table).map(({ cell }) => sql`${inner.alias}.${cell}`),
    ', ',
  )
  const isAsked = dialect.isAnyOf(sql`${inner.alias}.${table.key}`, 'id', ids)
  // LIMIT keeps both databases from evaluating the rules a second time for the condition.
  const all = sql`select ${cells}, ${seenBy} as ${SEEN_BY} from ${table.from} as ${inner.alias} where ${isAsked} limit ${whole(ids.length)}`
  const rows = sql`select s.* from (${all}) as s where s.${SEEN_BY} is not null`
  const { alias } = outer
  const more = sql`${alias}.${table.key} as id, ${alias}.${SEEN_BY} as callers`
  const page = { table, view, viewer, limit: ids.length, maxBytes }
  return answersWithin(model, page, { rows, alias, answer: first.answer, more })
}
