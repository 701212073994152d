import { createWorkflow as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { projectNotFound, taken } from '../../foundation/http/errors/api-error.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { findEnvironment } from '../../projects/environments/environment-store.ts'
import { checkRowTriggers } from '../../rows/row-events/check-row-triggers.ts'
import { tryWatchEnvironment } from '../../rows/row-events/watch-environment.ts'
import type { WorkflowsContext } from '../context.ts'
import { listCredentialIds } from '../credentials/credential-store.ts'
import { answerSavedWorkflow } from '../definitions/answer-saved-workflow.ts'
import { checkParameters } from '../definitions/check-parameters.ts'
import { keepUnsentSettings } from '../definitions/keep-unsent-settings.ts'
import { readCanvas } from '../definitions/read-canvas.ts'
import { addWorkflow } from '../definitions/workflow-store.ts'
import { toWorkflowText } from '../definitions/workflow-text.ts'
import { checkSchedules } from '../triggers/schedule/check-schedules.ts'

export const workflowNameTaken = () =>
  taken({ path: 'name', message: 'This environment has a workflow with this name already.' })

export const createWorkflow = route(endpoint, async (call, context: WorkflowsContext) => {
  const { project, body, staff } = call
  const answer = await call.mutate(async (transaction) => {
    const projectId = project.id
    const environment = await findEnvironment(transaction, { projectId, name: 'dev' })
    if (!environment) throw projectNotFound()
    const id = newId('wfl')
    const sent = readCanvas(body, await listCredentialIds(transaction, environment.id))
    const canvas = keepUnsentSettings(sent, undefined)
    checkParameters(canvas.nodes)
    checkSchedules(canvas, body)
    const { active } = body
    await checkRowTriggers(transaction, { projectId, environment: 'dev', canvas, active })
    const added = await addWorkflow(transaction, {
      id,
      environmentId: environment.id,
      text: toWorkflowText(canvas, body),
      by: staff.email,
      releaseId: null,
    })
    if (!added) throw workflowNameTaken()
    return answerSavedWorkflow(transaction, {
      projectId,
      id,
      action: 'created',
      baseUrl: context.env.baseUrl,
    })
  })
  await tryWatchEnvironment(context, answer.data.workflow.environment.id)
  return answer
})
