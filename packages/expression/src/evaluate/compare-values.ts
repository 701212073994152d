import type { Comparing, Target } from '../check/checked.ts'
import type { Kind } from '../check/kinds.ts'
import type { Operator } from '../syntax/syntax.ts'
import { matchesPattern } from './pattern.ts'
import { readAs } from './read-as.ts'
import { compareText } from './text.ts'

type Seen = ReturnType<typeof readAs>
type Test = (left: Seen, right: Seen, target: Target) => boolean

const isBlank = (value: Seen): boolean => value === null || value === ''

/** The positive form of every operator; negated operators invert it. */
const TESTS: Readonly<Record<Operator, Test>> = {
  '=': isEqual,
  '!=': isEqual,
  '>': (left, right) => isOrdered(left, right, (order) => order > 0),
  '>=': (left, right) => isOrdered(left, right, (order) => order >= 0),
  '<': (left, right) => isOrdered(left, right, (order) => order < 0),
  '<=': (left, right) => isOrdered(left, right, (order) => order <= 0),
  '~': isMatch,
  '!~': isMatch,
  in: isMember,
  '!in': isMember,
}

function isEqual(left: Seen, right: Seen, target: Target): boolean {
  if (left === undefined || right === undefined) return false
  const hasBlank = isBlank(left) || isBlank(right)
  if (hasBlank && target.isGuarded) return false
  if (hasBlank && !target.isExact) return isBlank(left) && isBlank(right)
  return left === right
}

function isMember(left: Seen, right: Seen, target: Target): boolean {
  if (left === undefined || left === null || left !== right) return false
  return left !== '' || !target.isGuarded
}

function isMatch(left: Seen, right: Seen): boolean {
  return typeof left === 'string' && typeof right === 'string' && matchesPattern(left, right)
}

function isOrdered(left: Seen, right: Seen, test: (order: number) => boolean): boolean {
  if (typeof left === 'number' && typeof right === 'number') return test(left - right)
  if (typeof left === 'string' && typeof right === 'string') return test(compareText(left, right))
  return false
}

type Pair = {
  readonly comparing: Comparing
  readonly target: Target
  readonly left: unknown
  readonly right: unknown
}

/** Whether the positive operator holds for two raw values; never throws. */
export function testPair({ comparing, target, left, right }: Pair): boolean {
  const read = (kind: Kind, raw: unknown): Seen => readAs(target.comparison, kind, raw)
  const seenLeft = read(comparing.left.kind, left)
  const seenRight = read(target.operand.kind, right)
  return TESTS[comparing.operator](seenLeft, seenRight, target)
}
