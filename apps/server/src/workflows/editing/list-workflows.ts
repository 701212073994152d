import { listWorkflows as endpoint } from '@plinth/contract'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../context.ts'
import { readStatuses } from '../definitions/status-store.ts'
import { workflowJson } from '../definitions/to-workflow.ts'
import { selectWorkflows as readWorkflows } from '../definitions/workflow-store.ts'

export const listWorkflows = route(endpoint, async ({ project }, { db, env }: WorkflowsContext) => {
  const [stored, statusOf] = await Promise.all([
    readWorkflows(db, project.id),
    readStatuses(db, project.id),
  ])
  const { baseUrl } = env
  const texts = stored.map((workflow) =>
    workflowJson(workflow, { status: statusOf(workflow.id), baseUrl }),
  )
  return new JsonText(`{"workflows":[${texts.join(',')}]}`)
})
