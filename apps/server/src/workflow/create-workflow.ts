import { createWorkflow as endpoint } from '@plinth/contract'
import { listCredentialIds } from '../credential/credential-store.ts'
import { projectNotFound, taken } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { newId } from '../platform/new-id.ts'
import { findEnvironment } from '../project/environment-store.ts'
import { checkRowTriggers } from '../row-event/check-row-triggers.ts'
import { settleWatching } from '../row-event/settle-watching.ts'
import { checkSchedules } from '../trigger/schedule/check-schedules.ts'
import { answerSaved } from './answer-saved.ts'
import { readCanvas } from './read-canvas.ts'
import { addWorkflow } from './workflow-store.ts'
import { toWorkflowText } from './workflow-text.ts'

export const nameTaken = () =>
  taken({ path: 'name', message: 'This environment has a workflow with this name already.' })

export const createWorkflow = route(endpoint, async (call, context) => {
  const { project, body, staff } = call
  const answer = await call.mutate(async (transaction) => {
    const projectId = project.id
    const environment = await findEnvironment(transaction, { projectId, name: 'dev' })
    if (!environment) throw projectNotFound()
    const id = newId('wfl')
    const canvas = readCanvas(body, await listCredentialIds(transaction, environment.id))
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
    if (!added) throw nameTaken()
    return answerSaved(transaction, {
      projectId,
      id,
      action: 'created',
      baseUrl: context.env.baseUrl,
    })
  })
  await settleWatching(context, answer.data.workflow.environment.id)
  return answer
})
