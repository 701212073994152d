import { listWorkflowVersions as endpoint } from '@plinth/contract'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { listVersions } from './version-store.ts'
import { findWorkflow } from './workflow-store.ts'

export const listWorkflowVersions = route(endpoint, async ({ project, params }, { db }) => {
  const { workflowId } = params
  const workflow = await findWorkflow(db, { projectId: project.id, workflowId })
  if (!workflow) throw notFound()
  return { versions: await listVersions(db, workflowId) }
})
