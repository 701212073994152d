import type { WorkflowTestResult } from '@plinth/contract'
import type { Step } from '@plinth/schema'
import { type ComparedWorkflow, findAtState } from '../../workflows/definitions/status-store.ts'
import { runTest } from '../../workflows/workflow-tests/run-test.ts'
import { runForDeploy } from '../../workflows/workflow-tests/test-queues.ts'
import { readTests } from '../../workflows/workflow-tests/tests-text.ts'
import type { OperationsContext } from '../context.ts'
import { promotionsChanged } from './plan-promotions.ts'
import type { PlannedRelease } from './plan-release.ts'

/** Tests that have not run by then stop the deploy. */
const MAX_TESTS_MS = 60_000

/** A workflow test that stops a deploy. */
export interface FailedTest {
  workflowId: string
  testId: string
  words: string
}

function reasonOf({ ending, differences }: WorkflowTestResult): string {
  if (ending.status === 'refused') return ending.message
  const [first] = differences
  if (!first) return ''
  const { label, part, message } = first
  const where = part === 'ending' ? 'the end of the run' : `the ${part} of "${label}"`
  const more =
    differences.length > 1 ? ` There are ${differences.length - 1} more differences.` : ''
  return `${where} ${message}.${more}`
}

interface DeployToTest {
  projectId: string
  workflows: readonly ComparedWorkflow[]
  /** Ends the tests of a plan that nobody waits for. */
  signal?: AbortSignal | undefined
}

/**
 * Runs the tests of the workflows that a deploy would change; returns those that fail. It throws 409 for a workflow that is
 * no longer as it was compared, so that the deployed text is the tested one.
 */
export async function findFailedTests(
  context: OperationsContext,
  { projectId, workflows, signal }: DeployToTest,
): Promise<FailedTest[]> {
  const run = () => runTests(context, { projectId, workflows, signal })
  return workflows.some(({ hasTests }) => hasTests)
    ? runForDeploy({ projectId, signal }, run)
    : run()
}

/** The time limit starts here: waiting for other deploys does not count. */
async function runTests(
  context: OperationsContext,
  { projectId, workflows, signal }: DeployToTest,
): Promise<FailedTest[]> {
  const end = performance.now() + MAX_TESTS_MS
  const failed: FailedTest[] = []
  for (const compared of workflows) {
    const workflow = await findAtState(context.db, compared)
    if (!workflow) throw promotionsChanged()
    const workflowId = compared.id
    const tests = readTests(workflow.tests)
    for (const test of tests) {
      const named = `The test "${test.name}" of the workflow "${workflow.name}"`
      if (performance.now() > end) {
        const words = `${named} was not run: all tests together took longer than ${MAX_TESTS_MS / 1000} seconds.`
        failed.push({ workflowId, testId: test.id, words })
        continue
      }
      const result = await runTest(context, { projectId, workflow, test, signal, isGate: true })
      if (result.passed) continue
      failed.push({ workflowId, testId: test.id, words: `${named} fails: ${reasonOf(result)}` })
    }
  }
  return failed
}

const toStep = ({ workflowId, testId, words }: FailedTest): Step => ({
  id: `workflow-test:${workflowId}:${testId}`,
  class: 'blocking',
  phase: 'prepare',
  words,
  inverse: 'Nothing to undo.',
  tableId: null,
  columnId: null,
  operation: { kind: 'record' },
  checks: [],
})

/** Adds a blocking step to the plan for each test that fails. */
export function withFailedTests(
  planned: PlannedRelease,
  failed: readonly FailedTest[],
): PlannedRelease {
  if (failed.length === 0) return planned
  const { plan, view } = planned
  const steps = failed.map(toStep)
  const shown = steps.map(({ phase: _phase, operation: _operation, checks: _checks, ...step }) => {
    return { ...step, sql: '' }
  })
  return {
    plan: { ...plan, steps: [...plan.steps, ...steps] },
    view: { ...view, class: 'blocking', steps: [...view.steps, ...shown] },
  }
}
