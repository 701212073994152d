import type { Comparing, Operand, Target } from '@plinth/expression'
import type { Sql } from '../../../foundation/platform/sql.ts'
import { both, either, exists, FALSE, not, TRUE } from './condition.ts'
import { groupKnown } from './group-known.ts'
import { type Reading, readOperand } from './read-operand.ts'
import type { Bindings, Scope } from './scope.ts'
import { knownValueAs } from './side.ts'
import { testPair } from './test-pair.ts'

/** Compiles one comparison whose rows are all bound. */
export function compileCompare(scope: Scope, comparing: Comparing, bindings: Bindings): Sql {
  const { quantifier, isNegated, targets } = comparing
  const [target] = targets
  if (!target) throw new Error('compile: comparison has no right side')
  const isStrict = asksOnlyForMatches(comparing) && rejectsNull(comparing, target)
  const read = (operand: Operand): readonly Reading[] => {
    if (operand.type === 'values') return groupKnown(scope, operand, target.comparison)
    return [readOperand({ scope, bindings, quantifier, keepsMissing: !isStrict }, operand)]
  }
  const rights = read(target.operand)
  const verdicts = read(comparing.left).flatMap((left) =>
    rights.map((right) => decide(scope, { comparing, target, left, right })),
  )
  // A list of known values is grouped by kind: `some` needs one group to match, `every` needs all of them.
  if (verdicts.length === 0) return quantifier === 'every' && isNegated ? TRUE : FALSE
  return quantifier === 'some' ? either(verdicts) : both(verdicts)
}

interface Case {
  readonly comparing: Comparing
  readonly target: Target
  readonly left: Reading
  readonly right: Reading
}

function decide({ model }: Scope, { comparing, target, left, right }: Case): Sql {
  const { isNegated, quantifier } = comparing
  const holds = testPair({ dialect: model.dialect, comparing, target }, left.side, right.side)
  const from = [...left.from, ...right.from]
  const where = [...left.where, ...right.where]
  const someWhere = (condition: Sql): Sql => exists({ from, where: [...where, condition] })
  if (left.isSingle && right.isSingle) return isNegated ? not(someWhere(holds)) : someWhere(holds)
  if (quantifier === 'some') return someWhere(isNegated ? not(holds) : holds)
  if (isNegated) return not(someWhere(holds))
  return both([someWhere(TRUE), not(someWhere(not(holds)))])
}

/** Whether the statement only asks if there is a pair for which the operator holds. */
function asksOnlyForMatches({ quantifier, isNegated, left, targets }: Comparing): boolean {
  const isMany = (operand: Operand): boolean =>
    operand.type === 'values' || (operand.type === 'path' && operand.isMany)
  if (!isMany(left) && !targets.some(({ operand }) => isMany(operand))) return true
  return quantifier === 'some' ? !isNegated : isNegated
}

/** Whether the operator is false for null, so that rows with a missing relation can be dropped. */
function rejectsNull({ family, left }: Comparing, target: Target): boolean {
  if (family !== 'equal' || target.isGuarded) return true
  const known = [left, target.operand].find((operand) => operand.type === 'value')
  if (known?.type !== 'value') return false
  const seen = knownValueAs(target.comparison, {
    type: 'known',
    kind: known.kind,
    value: known.value,
  })
  return seen !== null && seen !== ''
}
