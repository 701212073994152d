import type { TestDifference, TestExpectation } from '@plinth/contract'
import type { Json } from '../node/json.ts'
import { ComparisonBudget, containsWithin, isSameWithin } from './bounded-compare.ts'
import type { TestExecution } from './execute-test.ts'
import { shownAt, valueAt } from './expectations.ts'

/** Checks that need more than this package: a limit of time for patterns, and a reader of JSON schemas. */
export interface TestChecks {
  /** Whether the pattern matches; throws a sentence for users if it cannot tell. */
  matches(pattern: string, text: string): Promise<boolean>
  /** Why the value does not satisfy the schema; undefined if it does. Called within the budget, after both were counted. */
  violation(schema: Json, value: Json): string | undefined
}

/** Every part of a schema may be applied to every entry of the value, which takes longer than a comparison. */
const SCHEMA_PART_STEPS = 5

function countParts(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1
  const entries = Array.isArray(value) ? value : Object.values(value)
  return entries.reduce<number>((count, entry) => count + countParts(entry), 1)
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return typeof value === 'string' ? 'text' : typeof value
}

/** Why a value is not as expected; undefined if it is. */
async function problemOf(
  { kind, value }: TestExpectation,
  actual: Json,
  { checks, budget }: { checks: TestChecks; budget: ComparisonBudget },
): Promise<string | undefined> {
  const expected = value as Json
  switch (kind) {
    case 'equal':
      return budget.within(() =>
        isSameWithin(budget, expected, actual) ? undefined : 'is not equal to what is expected',
      )
    case 'contains':
      return budget.within(() =>
        containsWithin(budget, actual, expected) ? undefined : 'does not contain what is expected',
      )
    case 'type':
      return typeOf(actual) === expected ? undefined : `is of type ${typeOf(actual)}`
    case 'matches': {
      if (typeof actual !== 'string') return 'is not a text'
      return (await checks.matches(String(expected), actual)) ? undefined : 'does not match'
    }
    case 'schema':
      return budget.within(() => {
        budget.spendForEach(actual, SCHEMA_PART_STEPS * countParts(expected))
        return checks.violation(expected, actual)
      })
  }
}

/** The id of the node of a step; loops add the index of the item. */
export const nodeIdOfStep = (step: string) => step.replace(/(:\d+)+$/, '')

/** The expectations that a test does not meet, in their order. */
export async function findDifferences(
  expectations: readonly TestExpectation[],
  execution: TestExecution,
  checks: TestChecks,
): Promise<TestDifference[]> {
  const steps = new Map(execution.steps.map((step) => [step.key, step]))
  const of = { checks, budget: new ComparisonBudget() }
  const differences: TestDifference[] = []
  for (const expectation of expectations) {
    const { step, part, path } = expectation
    const seen = steps.get(step)
    const actual = valueAt(shownAt(execution, seen, part), path)
    const missing =
      seen || part === 'ending' ? `has no ${part}${path && ` at ${path}`}` : 'was not reached'
    const problem = actual === undefined ? missing : await problemOf(expectation, actual, of)
    if (problem === undefined) continue
    differences.push({
      ...expectation,
      nodeId: seen?.nodeId ?? nodeIdOfStep(step),
      label: seen?.label ?? '',
      ...(actual === undefined ? {} : { actual }),
      message: problem,
    })
  }
  return differences
}
