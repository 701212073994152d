import type { TestDifference, TestExpectation } from '@plinth/contract'
import { isObject, type Json } from '../node/json.ts'
import { isSame } from '../nodes/parts/compare.ts'
import type { TestExecution } from './execute-test.ts'
import { shownAt, valueAt } from './expectations.ts'

/** Checks that need more than this package: a limit of time for patterns, and a reader of JSON schemas. */
export interface TestChecks {
  /** Whether the pattern matches; throws a sentence for users if it cannot tell. */
  matches(pattern: string, text: string): Promise<boolean>
  /** Why the value does not satisfy the schema; undefined if it does. */
  violation(schema: Json, value: Json): string | undefined
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return typeof value === 'string' ? 'text' : typeof value
}

function contains(whole: Json, part: Json): boolean {
  if (typeof whole === 'string') return typeof part === 'string' && whole.includes(part)
  if (Array.isArray(whole)) return whole.some((entry) => isSame(entry, part))
  if (!isObject(whole) || !isObject(part)) return isSame(whole, part)
  return Object.entries(part).every(([key, value]) => {
    const own = Object.hasOwn(whole, key) ? whole[key] : undefined
    return own !== undefined && (isSame(own, value) || (isObject(own) && contains(own, value)))
  })
}

/** Why a value is not as expected; undefined if it is. */
async function problemOf(
  { kind, value }: TestExpectation,
  actual: Json,
  checks: TestChecks,
): Promise<string | undefined> {
  const expected = value as Json
  switch (kind) {
    case 'equal':
      return isSame(expected, actual) ? undefined : 'is not equal to what is expected'
    case 'contains':
      return contains(actual, expected) ? undefined : 'does not contain what is expected'
    case 'type':
      return typeOf(actual) === expected ? undefined : `is of type ${typeOf(actual)}`
    case 'matches': {
      if (typeof actual !== 'string') return 'is not a text'
      return (await checks.matches(String(expected), actual)) ? undefined : 'does not match'
    }
    case 'schema':
      return checks.violation(expected, actual)
  }
}

const nodeIdOf = (step: string) => step.replace(/(:\d+)+$/, '')

/** The expectations that a test does not meet, in their order. */
export async function findDifferences(
  expectations: readonly TestExpectation[],
  execution: TestExecution,
  checks: TestChecks,
): Promise<TestDifference[]> {
  const steps = new Map(execution.steps.map((step) => [step.key, step]))
  const differences: TestDifference[] = []
  for (const expectation of expectations) {
    const { step, part, path } = expectation
    const actual = valueAt(shownAt(execution, step, part), path)
    const seen = steps.get(step)
    const missing =
      seen || part === 'ending' ? `has no ${part}${path && ` at ${path}`}` : 'was not reached'
    const problem = actual === undefined ? missing : await problemOf(expectation, actual, checks)
    if (problem === undefined) continue
    differences.push({
      ...expectation,
      nodeId: seen?.nodeId ?? nodeIdOf(step),
      label: seen?.label ?? '',
      ...(actual === undefined ? {} : { actual }),
      message: problem,
    })
  }
  return differences
}
