import {
  updateWorkflowTest as endpoint,
  type TestExpectation,
  type WorkflowTest,
} from '@plinth/contract'
import { acceptShown } from '@plinth/engine'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid, notFound } from '../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../context.ts'
import { changeTests, findTest } from './change-tests.ts'
import { digestShown, executeWithWorkflow } from './run-test.ts'
import { runForPerson } from './test-queues.ts'
import { checkPins, checkTest } from './tests-text.ts'

interface Accepted {
  projectId: string
  workflowId: string
  testId: string
  digest: string
  signal: AbortSignal
}

const changed = () =>
  new ApiError('conflict', 'The test shows something else by now. Run it again.')

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What the test shows now, as expectations; throws 409 unless that is what the caller has seen. */
async function acceptResult(
  context: WorkflowsContext,
  { digest, signal, ...named }: Accepted,
): Promise<{ before: TestExpectation[]; after: TestExpectation[] }> {
  const { workflow, test } = await findTest(context.db, named)
  const { projectId } = named
  const execution = await executeWithWorkflow(context, { projectId, workflow, test, signal })
  const { status, message } = execution.ending
  if (status === 'refused') throw invalid([{ path: 'accept', message }])
  if (digestShown(execution) !== digest) throw changed()
  return { before: test.expectations, after: acceptShown(test.expectations, execution) }
}

export const updateWorkflowTest = route(
  endpoint,
  async ({ project, params, body, staff, request, mutate }, context: WorkflowsContext) => {
    const projectId = project.id
    const { testId, workflowId } = params
    const { accept, name, expectations, pins } = body
    if (accept !== undefined && (expectations !== undefined || pins !== undefined))
      throw invalid([{ path: 'accept', message: 'cannot be sent with expectations or pins' }])
    const { disconnected: signal } = request
    const accepted =
      accept === undefined
        ? undefined
        : await runForPerson({ staffId: staff.id, signal }, () =>
            acceptResult(context, { projectId, workflowId, testId, digest: accept, signal }),
          )
    return changeTests({
      projectId,
      workflowId,
      mutate,
      action: 'changed test',
      change(tests, workflow) {
        const before = tests.find(({ id }) => id === testId)
        if (!before) throw notFound()
        if (accepted && !isSame(accepted.before, before.expectations)) throw changed()
        const after: WorkflowTest = {
          ...before,
          name: name ?? before.name,
          expectations: accepted?.after ?? expectations ?? before.expectations,
          pins: pins ?? before.pins,
          by: staff.email,
        }
        checkTest(after)
        if (pins !== undefined) checkPins(pins, workflow)
        const all = tests.map((test) => (test.id === testId ? after : test))
        return { tests: all, before, after, answer: { test: after } }
      },
    })
  },
)
