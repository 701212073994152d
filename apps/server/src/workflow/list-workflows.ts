import { listWorkflows as endpoint } from '@plinth/contract'
import { JsonText } from '../http/call.ts'
import { route } from '../http/route.ts'
import { readStatuses } from './status-store.ts'
import { workflowJson } from './to-workflow.ts'
import { listWorkflows as readWorkflows } from './workflow-store.ts'

export const listWorkflows = route(endpoint, async ({ project }, { db, env }) => {
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
