import { runWorkflowTest as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../context.ts'
import { findTest } from './change-tests.ts'
import { runTest } from './run-test.ts'
import { runForPerson } from './test-queues.ts'

export const runWorkflowTest = route(
  endpoint,
  async ({ project, params, staff, request }, context: WorkflowsContext) => {
    const projectId = project.id
    const found = await findTest(context.db, { ...params, projectId })
    const { disconnected: signal } = request
    const result = await runForPerson({ staffId: staff.id, signal }, () =>
      runTest(context, { projectId, ...found, signal }),
    )
    return { result }
  },
)
