import { createWorkflowTest as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../context.ts'
import { changeTests, findTestedWorkflow } from './change-tests.ts'
import { makeTest } from './make-test.ts'

export const createWorkflowTest = route(
  endpoint,
  async ({ project, params, body, staff, mutate }, context: WorkflowsContext) => {
    const named = { projectId: project.id, workflowId: params.workflowId }
    const workflow = await findTestedWorkflow(context.db, named)
    const test = await makeTest(context, { ...named, workflow, ...body, by: staff.email })
    return changeTests({
      ...named,
      mutate,
      action: 'added test',
      change: (tests) => ({ tests: [...tests, test], after: test, answer: { test } }),
    })
  },
)
