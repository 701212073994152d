import { runWorkflowTest as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../context.ts'
import { findTest } from './change-tests.ts'
import { runTest } from './run-test.ts'

export const runWorkflowTest = route(
  endpoint,
  async ({ project, params }, context: WorkflowsContext) => {
    const projectId = project.id
    const found = await findTest(context.db, { ...params, projectId })
    return { result: await runTest(context, { projectId, ...found }) }
  },
)
