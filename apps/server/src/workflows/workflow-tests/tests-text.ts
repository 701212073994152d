import {
  EXPECTED_TYPES,
  type FieldIssue,
  MAX_EXPECTATIONS,
  MAX_TEST_BYTES,
  MAX_TEST_PINS,
  MAX_TESTS_BYTES,
  MAX_WORKFLOW_TESTS,
  type TestExpectation,
  WorkflowTest,
} from '@plinth/contract'
import { isAlwaysTested, type Json, nodeIdOfStep, readGraph } from '@plinth/engine'
import { canonicalText } from '@plinth/schema'
import * as z from 'zod'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { readStoredCanvas } from '../definitions/workflow-text.ts'
import { findSchemaProblem } from './check-schema.ts'

const WorkflowTests = z.array(WorkflowTest)

export const readTests = (text: string): WorkflowTest[] =>
  readStored(WorkflowTests, text, 'tests of a workflow')

/** Canonical text, so that equal tests in dev and production are equal as text. */
export const toTestsText = (tests: readonly WorkflowTest[]): string => canonicalText([...tests])

function findPatternProblem(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return 'must be a text with a regular expression'
  try {
    new RegExp(pattern, 'u')
    return undefined
  } catch {
    return 'is not a regular expression'
  }
}

function findProblem({ kind, value }: TestExpectation): string | undefined {
  if (kind === 'matches') return findPatternProblem(value)
  if (kind === 'schema') return findSchemaProblem(value as Json)
  const isType = EXPECTED_TYPES.some((type) => type === value)
  return kind === 'type' && !isType ? `must be one of ${EXPECTED_TYPES.join(', ')}` : undefined
}

/** Throws 422 for a recorded answer of a node that is executed in any case. */
export function checkPins(
  pins: WorkflowTest['pins'],
  workflow: Parameters<typeof readStoredCanvas>[0],
): void {
  const { nodes, connections } = readStoredCanvas(workflow)
  const tested = readGraph(nodes, connections).graph.nodes.filter(isAlwaysTested)
  const labels = new Map(tested.map(({ id, label }) => [id, label]))
  const issues = Object.keys(pins).flatMap((step): FieldIssue[] => {
    const label = labels.get(nodeIdOfStep(step))
    if (label === undefined) return []
    const message = `is the answer of "${label}", which tests always execute. Remove it.`
    return [{ path: `pins.${step}`, message }]
  })
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
}

/** Throws 422 for a test that cannot be run or is too large. */
export function checkTest(test: WorkflowTest): void {
  const issues = test.expectations.flatMap((expectation, at): FieldIssue[] => {
    const message = findProblem(expectation)
    return message === undefined ? [] : [{ path: `expectations.${at}.value`, message }]
  })
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
  if (test.expectations.length === 0)
    throw invalid([
      { path: 'expectations', message: 'is empty: expect something, or delete the test' },
    ])
  if (Object.keys(test.pins).length > MAX_TEST_PINS)
    throw invalid([{ path: 'pins', message: `has more than ${MAX_TEST_PINS} entries` }])
  if (Buffer.byteLength(JSON.stringify(test)) > MAX_TEST_BYTES) {
    const limit = `${MAX_TEST_BYTES / 1024} KB`
    throw new ApiError('too_large', `The test is larger than ${limit}. Use a run with less data.`)
  }
}

const byteLengthOf = (tests: readonly WorkflowTest[]) => Buffer.byteLength(toTestsText(tests))

/** Tests of an archive, without those beyond the limits of number and size. */
export function dropTestsOverLimit(tests: readonly WorkflowTest[]): WorkflowTest[] {
  let size = 2
  return tests.slice(0, MAX_WORKFLOW_TESTS).filter((test) => {
    const { expectations, pins } = test
    const own = byteLengthOf([test])
    const isAllowed =
      expectations.length <= MAX_EXPECTATIONS &&
      Object.keys(pins).length <= MAX_TEST_PINS &&
      own <= MAX_TEST_BYTES &&
      size + own <= MAX_TESTS_BYTES
    if (isAllowed) size += own
    return isAllowed
  })
}

/** Throws unless a workflow may have these tests together. */
export function checkTests(tests: readonly WorkflowTest[]): string {
  if (tests.length > MAX_WORKFLOW_TESTS)
    throw new ApiError(
      'conflict',
      `A workflow has ${MAX_WORKFLOW_TESTS} tests at most. Delete one first.`,
    )
  const text = toTestsText(tests)
  if (Buffer.byteLength(text) > MAX_TESTS_BYTES) {
    const limit = `${MAX_TESTS_BYTES / 1_048_576} MB`
    throw new ApiError(
      'too_large',
      `The tests of this workflow are larger than ${limit} together. Delete some first.`,
    )
  }
  return text
}
