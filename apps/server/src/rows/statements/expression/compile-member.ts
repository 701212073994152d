import { type Comparing, type Comparison, evaluate, type Target } from '@plinth/expression'
import type { Form } from '../../../databases/sql/dialect.ts'
import { type Sql, sql } from '../../../foundation/platform/sql.ts'
import { both, either, exists, FALSE, not, TRUE } from './condition.ts'
import { eachKnown } from './group-known.ts'
import { readOperand } from './read-operand.ts'
import type { Bindings, Scope } from './scope.ts'
import { formOf, type KnownValue, knownValueAs, type RowSide, type Side, valueAs } from './side.ts'
import { testPair } from './test-pair.ts'

/** Compiles `in` and `!in`: each value of the left side against the whole list. */
export function compileMember(scope: Scope, comparing: Comparing, bindings: Bindings): Sql {
  const { quantifier, isNegated, left } = comparing
  const base = { scope, bindings, quantifier }
  const isOne = left.type !== 'values' && !(left.type === 'path' && left.isMany)
  // Null is in no list, so rows with a missing relation can be dropped if only members matter.
  const keepsMissing = isOne ? false : quantifier === 'some' ? isNegated : !isNegated
  const lefts =
    left.type === 'values' ? eachKnown(left) : [readOperand({ ...base, keepsMissing }, left)]
  const verdicts = lefts.map((reading) => {
    const isIn = isAnyMember(scope, { comparing, side: reading.side, bindings })
    const someWhere = (condition: Sql): Sql =>
      exists({ from: reading.from, where: [...reading.where, condition] })
    if (reading.isSingle) return isNegated ? not(someWhere(isIn)) : someWhere(isIn)
    if (quantifier === 'some') return someWhere(isNegated ? not(isIn) : isIn)
    return isNegated ? not(someWhere(isIn)) : both([someWhere(TRUE), not(someWhere(not(isIn)))])
  })
  if (verdicts.length === 0) return quantifier === 'every' && isNegated ? TRUE : FALSE
  return quantifier === 'some' ? either(verdicts) : both(verdicts)
}

interface MemberTest {
  readonly comparing: Comparing
  readonly side: Side
  readonly bindings: Bindings
}

function isAnyMember(scope: Scope, { comparing, side, bindings }: MemberTest): Sql {
  const { dialect } = scope.model
  const written = comparing.targets.filter(({ operand }) => operand.type === 'value')
  const others = comparing.targets.filter(({ operand }) => operand.type !== 'value')
  const paths = others.map((target) => {
    const reader = { scope, bindings, quantifier: comparing.quantifier, keepsMissing: false }
    const { from, where, side: right } = readOperand(reader, target.operand)
    const isEqual = testPair({ dialect, comparing, target }, side, right)
    return exists({ from, where: [...where, isEqual] })
  })
  if (side.type !== 'known') return either([...inKnown(scope, side, written), ...paths])
  const isKnown = written.some((target) => holdsBetween(comparing, side, target))
  return isKnown ? TRUE : either(paths)
}

/** Both values are known, so no row is needed. */
function holdsBetween(comparing: Comparing, side: Side, target: Target): boolean {
  if (side.type !== 'known') return false
  const { from, to, kind, value } = { ...comparing.left, kind: side.kind, value: side.value }
  const left = { type: 'value', isWritten: true, from, to, kind, value } as const
  const checked = {
    ...comparing,
    left,
    targets: [target],
    binders: [],
    isNegated: false,
    operator: 'in',
  } as const
  const rows = { list: () => [], find: () => undefined }
  const verdict = evaluate({ checked, rows, scope: { request: {}, now: 0 } })
  return verdict.ok && verdict.holds
}

/** Known values of one form become one bound list. */
function inKnown({ model }: Scope, side: RowSide, targets: readonly Target[]): readonly Sql[] {
  const groups = new Map<string, { comparison: Comparison; form: Form; values: KnownValue[] }>()
  for (const target of targets) {
    const seen = seenOf(target)
    if (seen === undefined || seen === null || (seen === '' && target.isGuarded)) continue
    const comparison = typeComparison(target.comparison, seen)
    const form = side.type === 'cell' && side.form === 'id' ? 'id' : formOf(comparison)
    const group = groups.get(form) ?? { comparison, form, values: [] }
    groups.set(form, group)
    group.values.push(seen)
  }
  return [...groups.values()].map(({ comparison, form, values }) => {
    const isId = form === 'id' && side.type === 'cell'
    const value = isId ? side.cell : valueAs(model.dialect, comparison, side)
    const isWhole =
      side.type === 'cell' && side.form === 'integer' && values.every(Number.isSafeInteger)
    const bind = isWhole ? 'integer' : form
    if (values.length > 1) return model.dialect.isAnyOf(value, bind, values)
    return sql`${value} = ${model.dialect.bind(bind, values[0])}`
  })
}

function seenOf({ operand, comparison }: Target): KnownValue {
  if (operand.type !== 'value' || comparison === 'empty') return undefined
  return knownValueAs(comparison, { type: 'known', kind: operand.kind, value: operand.value })
}

function typeComparison(comparison: Comparison, seen: KnownValue): Comparison {
  if (comparison !== 'dynamic') return comparison
  if (typeof seen === 'number') return 'number'
  return typeof seen === 'boolean' ? 'bool' : 'text'
}
