import { updateWorkflow as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, stale } from '../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../../projects/environments/require-environment.ts'
import { checkRowTriggers } from '../../rows/row-events/check-row-triggers.ts'
import { tryWatchEnvironment } from '../../rows/row-events/watch-environment.ts'
import type { WorkflowsContext } from '../context.ts'
import { listCredentialIds } from '../credentials/credential-store.ts'
import { answerSavedWorkflow } from '../definitions/answer-saved-workflow.ts'
import { checkParameters } from '../definitions/check-parameters.ts'
import { keepUnsentSettings } from '../definitions/keep-unsent-settings.ts'
import { readCanvas } from '../definitions/read-canvas.ts'
import { readStatuses } from '../definitions/status-store.ts'
import { toWorkflow, workflowSnapshot } from '../definitions/to-workflow.ts'
import { lockWorkflow, saveWorkflow } from '../definitions/workflow-store.ts'
import { readStoredCanvas, toWorkflowText } from '../definitions/workflow-text.ts'
import { checkSchedules } from '../triggers/schedule/check-schedules.ts'
import { workflowNameTaken } from './create-workflow.ts'

export const updateWorkflow = route(endpoint, async (call, context: WorkflowsContext) => {
  const answer = await call.mutate(async (transaction) => {
    const { baseUrl } = context.env
    const { project, params, body, staff, request } = call
    const projectId = project.id
    const { workflowId } = params
    const before = await lockWorkflow(transaction, { projectId, workflowId })
    if (!before) throw notFound()
    guardProduction(project, before.environment)
    const sent = readCanvas(body, await listCredentialIds(transaction, before.environmentId))
    const canvas = keepUnsentSettings(sent, before.settings)
    const { name, active } = body
    checkParameters(canvas.nodes, () => readStoredCanvas(before).nodes)
    checkSchedules(canvas, body)
    if (request.ifMatch !== undefined && request.ifMatch !== before.revision) {
      const statusOf = await readStatuses(transaction, projectId)
      throw stale({
        revision: before.revision,
        theirs: toWorkflow(before, { status: statusOf(workflowId), baseUrl }),
        yours: { name, active, ...canvas },
      })
    }
    const { environment } = before
    await checkRowTriggers(transaction, { projectId, environment, canvas, active })
    const revision = await saveWorkflow(transaction, {
      id: workflowId,
      text: toWorkflowText(canvas, body),
      by: staff.email,
      releaseId: null,
    })
    if (revision === undefined) throw workflowNameTaken()
    return answerSavedWorkflow(transaction, {
      projectId,
      id: workflowId,
      action: 'changed',
      before: workflowSnapshot(before),
      baseUrl,
    })
  })
  await tryWatchEnvironment(context, answer.data.workflow.environment.id)
  return answer
})
