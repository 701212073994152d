import { deleteWorkflowTest as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../context.ts'
import { changeTests } from './change-tests.ts'

export const deleteWorkflowTest = route(
  endpoint,
  async ({ project, params, mutate }, _context: WorkflowsContext) => {
    const { testId, workflowId } = params
    return changeTests({
      projectId: project.id,
      workflowId,
      mutate,
      action: 'deleted test',
      change(tests) {
        const before = tests.find(({ id }) => id === testId)
        if (!before) throw notFound()
        return { tests: tests.filter(({ id }) => id !== testId), before, answer: {} }
      },
    })
  },
)
