import type { TestExpectation } from '@plinth/contract'
import { isObject, type Json } from '../node/json.ts'
import { isSame } from '../nodes/parts/compare.ts'
import type { TestExecution } from './execute-test.ts'
import type { TestStep } from './execute-test-step.ts'

/** These pass their input on: what they do is in their branches, or in the time they wait. */
const PASSES_INPUT: ReadonlySet<string> = new Set(['conditional', 'switch', 'wait'])

type Part = TestExpectation['part']

/** What a test shows at a part of a step; undefined if the step was not reached or has no such part. */
export function shownAt(
  { ending }: Pick<TestExecution, 'ending'>,
  seen: TestStep | undefined,
  part: Part,
): Json | undefined {
  if (part === 'ending') return { ...ending }
  if (!seen) return undefined
  if (part === 'output') return seen.status === 'failed' ? undefined : seen.output
  if (part === 'error') return seen.error ?? undefined
  if (part === 'branches') return seen.branches
  return seen.request
}

/** The value at a path such as `items.0.total`; undefined if there is none. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  if (path === '') return value
  let at = value
  for (const key of path.split('.')) {
    if (Array.isArray(at)) at = at[Number(key)]
    else if (isObject(at)) at = Object.hasOwn(at, key) ? at[key] : undefined
    else return undefined
  }
  return at
}

function partsOf(step: TestStep, payload: Json): Part[] {
  const { kind, status, pinned, request, output } = step
  const parts: Part[] = []
  if (status === 'failed') parts.push('error')
  const isPassed = kind.startsWith('trigger-') && isSame(output, payload)
  // The value of a recorded answer is given, so that only what leads to it is compared.
  if (status === 'succeeded' && !pinned && !PASSES_INPUT.has(kind) && !isPassed)
    parts.push('output')
  if (kind === 'conditional' || kind === 'switch') parts.push('branches')
  if (request) parts.push('request')
  return parts
}

/** The expectations of a new test: the ending, and every step by what it computes, decides or sends. */
export function expectationsOf(execution: TestExecution, payload: Json): TestExpectation[] {
  const equal = (seen: TestStep | undefined, part: Part): TestExpectation => {
    const value = shownAt(execution, seen, part) ?? null
    return { step: seen?.key ?? '', part, path: '', kind: 'equal', value }
  }
  const ofSteps = execution.steps.flatMap((step) =>
    partsOf(step, payload).map((part) => equal(step, part)),
  )
  return [equal(undefined, 'ending'), ...ofSteps]
}

/**
 * Replaces what `equal` expects by what the test shows. Expectations of steps that are no longer reached are removed;
 * those of other kinds stay.
 */
export function acceptShown(
  expectations: readonly TestExpectation[],
  execution: TestExecution,
): TestExpectation[] {
  const steps = new Map(execution.steps.map((step) => [step.key, step]))
  return expectations.flatMap((expectation) => {
    if (expectation.kind !== 'equal') return [expectation]
    const { step, part, path } = expectation
    const value = valueAt(shownAt(execution, steps.get(step), part), path)
    return value === undefined ? [] : [{ ...expectation, value }]
  })
}
