import { createHash } from 'node:crypto'
import type { TestDifference, WorkflowTest, WorkflowTestResult } from '@plinth/contract'
import {
  findDifferences,
  type Json,
  NodeFailure,
  type Plan,
  planRun,
  readGraph,
  type TestChecks,
  type TestExecution,
} from '@plinth/engine'
import { canonicalText } from '@plinth/schema'
import type { WorkflowsContext } from '../context.ts'
import type { StoredWorkflow } from '../definitions/workflow-store.ts'
import { readStoredCanvas } from '../definitions/workflow-text.ts'
import { findViolation } from './check-schema.ts'
import { executeStoredTest, openTestScript } from './execute-stored-test.ts'

const MAX_DIFFERENCES = 100
const MAX_SHOWN = 20_000
const PATTERN_LIMIT_MS = 1_000

export interface TestToRun {
  projectId: string
  workflow: Pick<
    StoredWorkflow,
    'nodes' | 'connections' | 'settings' | 'environmentId' | 'revision'
  >
  test: WorkflowTest
  signal?: AbortSignal | undefined
  isGate?: boolean
}

/** The plan of the saved workflow from the nodes that the recorded run started from; a sentence if there is none. */
function planOf({ workflow, test }: TestToRun): { plan: Plan } | { problem: string } {
  const { nodes, connections } = readStoredCanvas(workflow)
  const { graph, issues } = readGraph(nodes, connections)
  const ids = new Set(graph.nodes.map(({ id }) => id))
  if (!test.starts.every((id) => ids.has(id)))
    return { problem: 'The trigger that this test starts from is no longer in the workflow.' }
  const { plan, issues: ofPlan } = planRun(graph, test.starts)
  const [first] = [...issues, ...ofPlan]
  return first ? { problem: first.message } : { plan }
}

/** Executes a test with the saved workflow. */
export async function executeWithWorkflow(
  context: WorkflowsContext,
  given: TestToRun,
): Promise<TestExecution> {
  const { workflow, ...rest } = given
  const planned = planOf(given)
  if ('problem' in planned)
    return {
      steps: [],
      ending: { status: 'refused', node: '', message: planned.problem },
      result: {},
    }
  const { settings } = readStoredCanvas(workflow)
  const { environmentId } = workflow
  return executeStoredTest(context, { ...rest, environmentId, ...planned, settings })
}

/** Patterns are matched in the script runner, which ends those that take too long. */
function checksOf(context: WorkflowsContext, given: TestToRun): TestChecks {
  const { script } = openTestScript(context, given)
  return {
    violation: findViolation,
    async matches(pattern, text) {
      const scope = { in: { pattern, text }, node: {}, trigger: null, const: {}, run: {}, now: '' }
      const code = { expressions: ["new RegExp($in.pattern, 'u').test($in.text)"] }
      try {
        const { value } = await script({ code, scope, timeLimitMs: PATTERN_LIMIT_MS })
        return Array.isArray(value) && value[0] === true
      } catch (error) {
        if (error instanceof NodeFailure) return false
        throw error
      }
    },
  }
}

/** Identifies what a test showed. */
export function digestShown({ steps, ending }: TestExecution): string {
  const shown = steps.map(({ key, status, output, error, branches, request }) => {
    return { key, status, output, error, branches, request: request ?? null }
  })
  return createHash('sha256').update(canonicalText({ shown, ending })).digest('base64url')
}

function shorten<T>(value: T): T | string {
  const text = JSON.stringify(value)
  return text !== undefined && text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : value
}

/** A step that was not reached has no label in the result, but its node may still have one. */
function toShown(difference: TestDifference, labels: ReadonlyMap<string, string>): TestDifference {
  const { actual, value, label, nodeId } = difference
  return {
    ...difference,
    label: label || (labels.get(nodeId) ?? ''),
    value: shorten(value),
    ...(actual === undefined ? {} : { actual: shorten(actual) as Json }),
  }
}

/** Runs a test with the given text of a workflow and compares what it shows with what is expected. */
export async function runTest(
  context: WorkflowsContext,
  given: TestToRun,
): Promise<WorkflowTestResult> {
  const since = performance.now()
  const { workflow, test } = given
  const execution = await executeWithWorkflow(context, given)
  const checks = checksOf(context, given)
  const { ending } = execution
  const isRefused = ending.status === 'refused'
  const differences = await findDifferences(test.expectations, execution, checks)
  const nodes = readStoredCanvas(workflow).nodes
  const labels = new Map(nodes.map(({ id, data }) => [id, data.label]))
  return {
    testId: test.id,
    name: test.name,
    passed: differences.length === 0 && !isRefused,
    revision: workflow.revision,
    durationMs: Math.round(performance.now() - since),
    ending,
    differences: differences.slice(0, MAX_DIFFERENCES).map((one) => toShown(one, labels)),
    steps: execution.steps.map(({ key, nodeId, label, status, pinned, branches }) => {
      return { key, nodeId, label, status, pinned, branches }
    }),
    digest: digestShown(execution),
  }
}
