import { getWorkflow as endpoint } from '@plinth/contract'
import { JsonText } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { readStatuses } from './status-store.ts'
import { workflowJson } from './to-workflow.ts'
import { findWorkflow } from './workflow-store.ts'

export const getWorkflow = route(endpoint, async ({ project, params }, { db, env }) => {
  const projectId = project.id
  const stored = await findWorkflow(db, { projectId, workflowId: params.workflowId })
  if (!stored) throw notFound()
  const statusOf = await readStatuses(db, projectId)
  const shown = { status: statusOf(stored.id), baseUrl: env.baseUrl }
  return new JsonText(`{"data":{"workflow":${workflowJson(stored, shown)}}}`)
})
