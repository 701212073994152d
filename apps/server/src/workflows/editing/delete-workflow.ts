import { deleteWorkflow as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../../projects/environments/require-environment.ts'
import { tryWatchEnvironment } from '../../rows/row-events/watch-environment.ts'
import type { WorkflowsContext } from '../context.ts'
import { readStatuses } from '../definitions/status-store.ts'
import { toWorkflow, workflowSnapshot } from '../definitions/to-workflow.ts'
import { dropWorkflow, lockWorkflow } from '../definitions/workflow-store.ts'

export const deleteWorkflow = route(endpoint, async (call, context: WorkflowsContext) => {
  const { project, params, request } = call
  let environmentId = ''
  const answer = await call.mutate(async (transaction) => {
    const projectId = project.id
    const before = await lockWorkflow(transaction, { projectId, workflowId: params.workflowId })
    if (!before) throw notFound()
    guardProduction(project, before.environment)
    if (request.ifMatch !== undefined && request.ifMatch !== before.revision) {
      const statusOf = await readStatuses(transaction, projectId)
      const theirs = toWorkflow(before, {
        status: statusOf(before.id),
        baseUrl: context.env.baseUrl,
      })
      throw stale({ revision: before.revision, theirs, yours: null })
    }
    environmentId = before.environmentId
    await dropWorkflow(transaction, before.id)
    return {
      answer: {},
      audit: {
        action: 'deleted',
        entity: 'workflow',
        entityId: before.id,
        projectId,
        environment: before.environment,
        before: workflowSnapshot(before),
      },
    }
  })
  if (environmentId !== '') await tryWatchEnvironment(context, environmentId)
  return answer
})
