import type { WorkflowTest } from '@plinth/contract'
import type { Mutate } from '../../foundation/http/calls/call.ts'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import { findTestsText, saveTestsText } from '../definitions/tests-store.ts'
import { findWorkflow, lockWorkflow, type StoredWorkflow } from '../definitions/workflow-store.ts'
import { checkTests, readTests } from './tests-text.ts'

interface NamedTest {
  projectId: string
  workflowId: string
  testId: string
}

function refuseProduction({ environment }: StoredWorkflow): void {
  if (environment === 'dev') return
  throw new ApiError('invalid', 'Tests are made, changed and run in dev. Open the workflow there.')
}

/** The workflow in dev that tests belong to; throws if there is none. */
export async function findTestedWorkflow(
  on: Queryable,
  named: { projectId: string; workflowId: string },
): Promise<StoredWorkflow> {
  const workflow = await findWorkflow(on, named)
  if (!workflow) throw notFound()
  refuseProduction(workflow)
  return workflow
}

/** One test with its workflow; throws if there is none. */
export async function findTest(
  on: Queryable,
  { testId, ...named }: NamedTest,
): Promise<{ workflow: StoredWorkflow; test: WorkflowTest }> {
  const workflow = await findTestedWorkflow(on, named)
  const tests = readTests(await findTestsText(on, workflow.id))
  const test = tests.find(({ id }) => id === testId)
  if (!test) throw notFound()
  return { workflow, test }
}

interface Change<T> {
  projectId: string
  workflowId: string
  mutate: Mutate
  /** Returns the new tests and the changed one; called while the workflow is locked. */
  change(tests: readonly WorkflowTest[]): {
    tests: WorkflowTest[]
    changed: WorkflowTest
    answer: T
  }
  action: 'added test' | 'changed test' | 'deleted test'
}

/** Changes the tests of a workflow, with an audit entry. */
export function changeTests<T>({ projectId, workflowId, mutate, change, action }: Change<T>) {
  return mutate(async (transaction) => {
    const workflow = await lockWorkflow(transaction, { projectId, workflowId })
    if (!workflow) throw notFound()
    refuseProduction(workflow)
    const before = readTests(await findTestsText(transaction, workflowId))
    const { tests, changed, answer } = change(before)
    await saveTestsText(transaction, { workflowId, tests: checkTests(tests) })
    return {
      answer,
      audit: {
        action,
        entity: 'workflow',
        entityId: workflowId,
        projectId,
        environment: workflow.environment,
        after: { name: workflow.name, test: changed.name },
      },
    }
  })
}
