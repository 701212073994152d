import { getWorkflowVersion as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../context.ts'
import { findVersion } from '../definitions/version-store.ts'
import { findWorkflow } from '../definitions/workflow-store.ts'
import { readStoredCanvas } from '../definitions/workflow-text.ts'

export const getWorkflowVersion = route(
  endpoint,
  async ({ project, params }, { db }: WorkflowsContext) => {
    const { workflowId } = params
    const workflow = await findWorkflow(db, { projectId: project.id, workflowId })
    const version =
      workflow && (await findVersion(db, { workflowId, revision: Number(params.revision) }))
    if (!version) throw notFound()
    return { version: { ...version, ...readStoredCanvas(version) } }
  },
)
