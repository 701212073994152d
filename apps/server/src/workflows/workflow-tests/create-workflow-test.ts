import { createWorkflowTest as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../context.ts'
import { changeTests, findTestedWorkflow } from './change-tests.ts'
import { makeTest } from './make-test.ts'
import { runForPerson } from './test-queues.ts'

export const createWorkflowTest = route(
  endpoint,
  async ({ project, params, body, staff, request, mutate }, context: WorkflowsContext) => {
    const named = { projectId: project.id, workflowId: params.workflowId }
    const workflow = await findTestedWorkflow(context.db, named)
    const { disconnected: signal } = request
    const test = await runForPerson({ staffId: staff.id, signal }, () =>
      makeTest(context, { ...named, workflow, ...body, by: staff.email, signal }),
    )
    return changeTests({
      ...named,
      mutate,
      action: 'added test',
      change: (tests) => ({ tests: [...tests, test], after: test, answer: { test } }),
    })
  },
)
