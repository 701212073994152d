import { getWorkflowVersion as endpoint } from '@plinth/contract'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { findVersion } from './version-store.ts'
import { findWorkflow } from './workflow-store.ts'

export const getWorkflowVersion = route(endpoint, async ({ project, params }, { db }) => {
  const { workflowId } = params
  const workflow = await findWorkflow(db, { projectId: project.id, workflowId })
  const version =
    workflow && (await findVersion(db, { workflowId, revision: Number(params.revision) }))
  if (!version) throw notFound()
  return {
    version: {
      ...version,
      nodes: JSON.parse(version.nodes),
      connections: JSON.parse(version.connections),
      settings: JSON.parse(version.settings),
    },
  }
})
