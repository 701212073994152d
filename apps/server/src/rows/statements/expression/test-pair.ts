import type { Comparing, Comparison, Target } from '@plinth/expression'
import type { Dialect, Form } from '../../../databases/sql/dialect.ts'
import { raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { both, either, FALSE } from './condition.ts'
import { matchCell, matchKnown, matchText } from './match.ts'
import {
  formOf,
  isBlank,
  isNull,
  type KnownSide,
  type KnownValue,
  knownValueAs,
  type RowSide,
  type Side,
  valueAs,
} from './side.ts'

export interface Pair {
  readonly dialect: Dialect
  readonly comparing: Comparing
  readonly target: Target
}

const FLIPPED: Readonly<Record<string, string>> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' }

/** The un-negated operator between two values, at least one of them from a row; null counts as false. */
export function testPair(pair: Pair, left: Side, right: Side): Sql {
  const { family } = pair.comparing
  // Only = and != apply to null.
  if (pair.target.comparison === 'empty' && family !== 'equal') return FALSE
  if (family === 'match') return testMatch(pair, left, right)
  if (family === 'order') return testOrder(pair, left, right)
  if (left.type === 'known') return right.type === 'known' ? FALSE : testKnown(pair, right, left)
  return right.type === 'known' ? testKnown(pair, left, right) : testRows(pair, left, right)
}

/** The comparison for a known value; json and untyped values bring their own type. */
function comparisonOf(comparison: Comparison, seen: KnownValue): Comparison {
  if (comparison !== 'dynamic') return comparison
  if (typeof seen === 'number') return 'number'
  return typeof seen === 'boolean' ? 'bool' : 'text'
}

/** The form in which a known value is compared with a row's. */
function formBeside(comparison: Comparison, side: RowSide, seen: KnownValue): Form {
  if (side.type === 'cell' && side.form === 'id') return 'id'
  if (side.type === 'cell' && side.form === 'integer' && Number.isSafeInteger(seen))
    return 'integer'
  return formOf(comparison)
}

function testKnown({ dialect, comparing, target }: Pair, side: RowSide, known: KnownSide): Sql {
  const { comparison, isGuarded, isExact } = target
  const seen = knownValueAs(comparison, known)
  if (seen === undefined) return FALSE
  const isEqual = comparing.family === 'equal'
  if (seen === null && !isEqual) return FALSE
  if (seen === null || seen === '') {
    if (isGuarded) return FALSE
    if (isEqual && !isExact) return isBlank(side)
    if (seen === null) return isNull(side)
  }
  const own = comparisonOf(comparison, seen)
  const form = formBeside(own, side, seen)
  const value = form === 'id' && side.type === 'cell' ? side.cell : valueAs(dialect, own, side)
  return sql`${value} = ${dialect.bind(form, seen)}`
}

/** Known values compared with json have been grouped by kind: the form of their cells is that kind. */
function comparisonOfRows(comparison: Comparison, sides: readonly RowSide[]): Comparison {
  if (comparison !== 'dynamic') return comparison
  const cell = sides.find((side) => side.type === 'cell')
  if (cell?.type !== 'cell') return comparison
  return cell.form === 'decimal' ? 'number' : cell.form === 'bool' ? 'bool' : 'text'
}

function testRows({ dialect, comparing, target }: Pair, left: RowSide, right: RowSide): Sql {
  const { isGuarded, isExact } = target
  const comparison = comparisonOfRows(target.comparison, [left, right])
  const isEqual = comparing.family === 'equal'
  if (left.type === 'json' && right.type === 'json' && comparison === 'dynamic') {
    const isSame = dialect.isSameScalar(left.node, right.node)
    return isEqual ? either([isSame, both([isNull(left), isNull(right)])]) : isSame
  }
  const areIds =
    left.type === 'cell' && right.type === 'cell' && left.form === 'id' && right.form === 'id'
  const read = (side: RowSide): Sql =>
    areIds && side.type === 'cell' ? side.cell : valueAs(dialect, comparison, side)
  const [a, b] = [read(left), read(right)]
  const isText = comparison === 'text' && !areIds
  const isSame = sql`${a} = ${b}`
  if (isGuarded) return isText ? both([isSame, sql`${a} <> ''`]) : isSame
  if (!isEqual) return isSame
  if (!isExact && isText) return sql`coalesce(${a}, '') = coalesce(${b}, '')`
  return either([isSame, both([isNull(left), isNull(right)])])
}

function testOrder({ dialect, comparing, target }: Pair, left: Side, right: Side): Sql {
  const { operator } = comparing
  if (left.type === 'known') {
    if (right.type === 'known') return FALSE
    const flipped = FLIPPED[operator] ?? operator
    return orderKnown({ dialect, operator: flipped, comparison: target.comparison }, right, left)
  }
  if (right.type === 'known')
    return orderKnown({ dialect, operator, comparison: target.comparison }, left, right)
  const order = (comparison: Comparison): Sql => {
    const [a, b] = [valueAs(dialect, comparison, left), valueAs(dialect, comparison, right)]
    return compareBy({ dialect, operator, comparison }, a, b)
  }
  const comparison = comparisonOfRows(target.comparison, [left, right])
  if (comparison === 'bool') return FALSE
  return comparison === 'dynamic' ? either([order('text'), order('number')]) : order(comparison)
}

type Order = {
  readonly dialect: Dialect
  readonly operator: string
  readonly comparison: Comparison
}

function orderKnown(order: Order, side: RowSide, known: KnownSide): Sql {
  const seen = knownValueAs(order.comparison, known)
  if (seen === undefined || seen === null || typeof seen === 'boolean') return FALSE
  const comparison = comparisonOf(order.comparison, seen)
  const value = order.dialect.bind(formBeside(comparison, side, seen), seen)
  return compareBy({ ...order, comparison }, valueAs(order.dialect, comparison, side), value)
}

function compareBy({ dialect, operator, comparison }: Order, a: Sql, b: Sql): Sql {
  const first = comparison === 'text' ? dialect.ordered(a) : a
  return sql`${first} ${raw(operator)} ${b}`
}

function testMatch({ dialect, target }: Pair, left: Side, right: Side): Sql {
  if ([left, right].some((side) => side.type === 'cell' && side.form !== 'text')) return FALSE
  const known = (side: KnownSide): string | undefined => {
    const seen = knownValueAs(target.comparison, side)
    return typeof seen === 'string' ? seen : undefined
  }
  if (right.type === 'known') {
    const pattern = known(right)
    if (pattern === undefined || left.type === 'known') return FALSE
    return matchKnown(dialect, valueAs(dialect, 'text', left), pattern)
  }
  const pattern = valueAs(dialect, 'text', right)
  if (left.type !== 'known') return matchCell(dialect, valueAs(dialect, 'text', left), pattern)
  const subject = known(left)
  return subject === undefined ? FALSE : matchText(dialect, subject, pattern)
}
