import { listWorkflowTests as endpoint } from '@plinth/contract'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../context.ts'
import { findTestsText } from '../definitions/tests-store.ts'
import { findWorkflow } from '../definitions/workflow-store.ts'

export const listWorkflowTests = route(
  endpoint,
  async ({ project, params }, { db }: WorkflowsContext) => {
    const { workflowId } = params
    const workflow = await findWorkflow(db, { projectId: project.id, workflowId })
    if (!workflow) throw notFound()
    return new JsonText(`{"tests":${await findTestsText(db, workflowId)}}`)
  },
)
