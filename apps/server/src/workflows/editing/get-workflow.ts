import { getWorkflow as endpoint } from '@plinth/contract'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../context.ts'
import { readStatuses } from '../definitions/status-store.ts'
import { workflowJson } from '../definitions/to-workflow.ts'
import { findWorkflow } from '../definitions/workflow-store.ts'

export const getWorkflow = route(
  endpoint,
  async ({ project, params }, { db, env }: WorkflowsContext) => {
    const projectId = project.id
    const stored = await findWorkflow(db, { projectId, workflowId: params.workflowId })
    if (!stored) throw notFound()
    const statusOf = await readStatuses(db, projectId)
    const shown = { status: statusOf(stored.id), baseUrl: env.baseUrl }
    return new JsonText(`{"data":{"workflow":${workflowJson(stored, shown)}}}`)
  },
)
