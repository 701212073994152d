import { createHash } from 'node:crypto'
import type { WorkflowTest } from '@plinth/contract'
import { canonicalText } from '@plinth/schema'
import type { Mutate } from '../../foundation/http/calls/call.ts'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import { findTestsText, removeDeletedTests, saveTestsText } from '../definitions/tests-store.ts'
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
  /** Returns the new tests, and the changed one as it was and is; called while the workflow is locked. */
  change(
    tests: readonly WorkflowTest[],
    workflow: StoredWorkflow,
  ): {
    tests: WorkflowTest[]
    before?: WorkflowTest
    after?: WorkflowTest
    answer: T
  }
  action: 'added test' | 'changed test' | 'deleted test'
}

/** What the audit log says of a test: its data may be personal, so that only their digest is kept. */
function summarize(workflow: StoredWorkflow, test: WorkflowTest) {
  const { payload, expectations, pins } = test
  const text = canonicalText({ payload, expectations, pins })
  return {
    name: workflow.name,
    test: test.name,
    expectations: expectations.length,
    pins: Object.keys(pins).sort().slice(0, 50),
    digest: createHash('sha256').update(text).digest('base64url'),
  }
}

/** Changes the tests of a workflow, with an audit entry. */
export function changeTests<T>({ projectId, workflowId, mutate, change, action }: Change<T>) {
  return mutate(async (transaction) => {
    const workflow = await lockWorkflow(transaction, { projectId, workflowId })
    if (!workflow) throw notFound()
    refuseProduction(workflow)
    const current = readTests(await findTestsText(transaction, workflowId))
    const { tests, before, after, answer } = change(current, workflow)
    await saveTestsText(transaction, { workflowId, tests: checkTests(tests) })
    if (!after) await removeDeletedTests(transaction, workflowId)
    return {
      answer,
      audit: {
        action,
        entity: 'workflow',
        entityId: workflowId,
        projectId,
        environment: workflow.environment,
        ...(before && { before: summarize(workflow, before) }),
        ...(after && { after: summarize(workflow, after) }),
      },
    }
  })
}
