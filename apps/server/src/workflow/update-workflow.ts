import { updateWorkflow as endpoint } from '@plinth/contract'
import { listCredentialIds } from '../credential/credential-store.ts'
import { notFound, stale } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { guardProduction } from '../project/choose-environment.ts'
import { checkRowTriggers } from '../row-event/check-row-triggers.ts'
import { settleWatching } from '../row-event/settle-watching.ts'
import { checkSchedules } from '../trigger/schedule/check-schedules.ts'
import { answerSaved } from './answer-saved.ts'
import { nameTaken } from './create-workflow.ts'
import { readCanvas } from './read-canvas.ts'
import { readStatuses } from './status-store.ts'
import { toWorkflow, workflowFacts } from './to-workflow.ts'
import { holdWorkflow, saveWorkflow } from './workflow-store.ts'
import { toWorkflowText } from './workflow-text.ts'

export const updateWorkflow = route(endpoint, async (call, context) => {
  const answer = await call.mutate(async (transaction) => {
    const { baseUrl } = context.env
    const { project, params, body, staff, request } = call
    const projectId = project.id
    const { workflowId } = params
    const before = await holdWorkflow(transaction, { projectId, workflowId })
    if (!before) throw notFound()
    guardProduction(project, before.environment)
    const canvas = readCanvas(body, await listCredentialIds(transaction, before.environmentId))
    const { name, active } = body
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
    if (revision === undefined) throw nameTaken()
    return answerSaved(transaction, {
      projectId,
      id: workflowId,
      action: 'changed',
      before: workflowFacts(before),
      baseUrl,
    })
  })
  await settleWatching(context, answer.data.workflow.environment.id)
  return answer
})
