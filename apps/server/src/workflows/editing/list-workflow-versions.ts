import { listWorkflowVersions as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../context.ts'
import { selectWorkflowVersions } from '../definitions/version-store.ts'
import { findWorkflow } from '../definitions/workflow-store.ts'

export const listWorkflowVersions = route(
  endpoint,
  async ({ project, params }, { db }: WorkflowsContext) => {
    const { workflowId } = params
    const workflow = await findWorkflow(db, { projectId: project.id, workflowId })
    if (!workflow) throw notFound()
    return { versions: await selectWorkflowVersions(db, workflowId) }
  },
)
