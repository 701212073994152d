import * as z from 'zod'
import { idOf, Timestamp } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import { RunId } from './run-shapes.ts'

export const WorkflowTestId = idOf('tst')

/** Tests of one workflow. */
export const MAX_WORKFLOW_TESTS = 50
/** The size of one test as JSON. */
export const MAX_TEST_BYTES = 262_144
/** The size of all tests of a workflow as JSON. */
export const MAX_TESTS_BYTES = 2_097_152
/** Expectations of one test. */
export const MAX_EXPECTATIONS = 500
/** Recorded answers in one test. */
export const MAX_TEST_PINS = 500
/** After this a test is ended and counts as failed. */
export const MAX_TEST_MS = 30_000

/** A step of a run: the id of its node, and the item index in each enclosing loop. */
const step = z.string().max(400)

/**
 * What of a step is compared. `output`: its value · `request`: what a node with an effect would have sent · `branches`:
 * the outputs that it took · `error`: why it failed · `ending`: how the whole run ended, with an empty step.
 */
export const EXPECTATION_PARTS = ['output', 'request', 'branches', 'error', 'ending'] as const
/**
 * How it is compared. `equal`: the same JSON · `matches`: a text that a regular expression matches · `contains`: a part of
 * a text, an entry of a list, or some fields of an object · `type`: a type of JSON · `schema`: a JSON schema.
 */
export const EXPECTATION_KINDS = ['equal', 'matches', 'contains', 'type', 'schema'] as const
export const EXPECTED_TYPES = ['text', 'number', 'boolean', 'list', 'object', 'null'] as const

export const TestExpectation = z.strictObject({
  step,
  part: z.enum(EXPECTATION_PARTS),
  /** Keys and indexes separated by dots, such as `items.0.total`; empty means the whole value. */
  path: z.string().max(400).default(''),
  kind: z.enum(EXPECTATION_KINDS),
  value: z.json(),
})
export type TestExpectation = z.infer<typeof TestExpectation>

/** The recorded answer of a node, which replaces its execution. */
export const TestPin = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('done'),
    value: z.json(),
    outputs: z.array(z.string().max(100)).max(50).exactOptional(),
  }),
  z.strictObject({ status: z.literal('failed'), message: z.string().max(10_000) }),
])
export type TestPin = z.infer<typeof TestPin>

export const TestName = StorableText.trim()
  .min(1, 'is empty: write a name')
  .max(200, 'is too long: at most 200 characters')

/** A test of a workflow, made from a recorded run. */
export const WorkflowTest = z.strictObject({
  id: WorkflowTestId,
  name: z.string(),
  /** The run it was made from, with the values of `$run`. The run may be deleted by now. */
  run: z.strictObject({
    id: RunId,
    workflowId: z.string(),
    trigger: z.string(),
    version: z.number().int(),
  }),
  /** The nodes that the run started from. */
  starts: z.array(z.string().max(200)).max(2000),
  /** The data of the trigger. */
  payload: z.json(),
  /** `$now`, and its value in steps that read it at another time. */
  now: Timestamp,
  times: z.record(step, Timestamp),
  pins: z.record(step, TestPin),
  expectations: z.array(TestExpectation).max(MAX_EXPECTATIONS),
  createdOn: Timestamp,
  /** The user who made it or changed it last. */
  by: z.string(),
})
export type WorkflowTest = z.infer<typeof WorkflowTest>

/** A step of a test as it was executed. */
export const TestedStep = z.object({
  key: z.string(),
  nodeId: z.string(),
  label: z.string(),
  status: z.enum(['succeeded', 'failed']),
  /** Whether the recorded answer replaced its execution. */
  pinned: z.boolean(),
  branches: z.array(z.string()),
})
export type TestedStep = z.infer<typeof TestedStep>

/** An expectation that was not met. Values above 20,000 characters are shown as a shortened text. */
export const TestDifference = TestExpectation.extend({
  nodeId: z.string(),
  label: z.string(),
  /** Undefined if the step was not reached, or has nothing at the path. */
  actual: z.json().optional(),
  message: z.string(),
})
export type TestDifference = z.infer<typeof TestDifference>

/** How a run of a test ended. `refused`: it was not executed to its end, such as at a node with an effect that has no recorded answer. */
export const TestEnding = z.object({
  status: z.enum(['succeeded', 'failed', 'refused']),
  node: z.string(),
  message: z.string(),
})
export type TestEnding = z.infer<typeof TestEnding>

export const WorkflowTestResult = z.object({
  testId: WorkflowTestId,
  name: z.string(),
  passed: z.boolean(),
  /** The version of the workflow that was tested. */
  revision: z.number().int(),
  durationMs: z.number(),
  ending: TestEnding,
  differences: z.array(TestDifference),
  steps: z.array(TestedStep),
  /** Identifies what the test showed, to accept exactly this. */
  digest: z.string(),
})
export type WorkflowTestResult = z.infer<typeof WorkflowTestResult>
