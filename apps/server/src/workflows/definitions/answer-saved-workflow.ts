import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { readStatuses } from './status-store.ts'
import { toWorkflow, workflowSnapshot } from './to-workflow.ts'
import { findWorkflow } from './workflow-store.ts'

interface Saved {
  projectId: string
  id: string
  action: 'created' | 'changed'
  before?: unknown
  baseUrl: string
}

/** Returns the stored workflow and the audit entry of the change. */
export async function answerSavedWorkflow(
  transaction: Transaction,
  { projectId, id, action, before, baseUrl }: Saved,
) {
  const stored = await findWorkflow(transaction, { projectId, workflowId: id })
  if (!stored) throw notFound()
  const statusOf = await readStatuses(transaction, projectId)
  return {
    answer: { data: { workflow: toWorkflow(stored, { status: statusOf(id), baseUrl }) } },
    audit: {
      action,
      entity: 'workflow',
      entityId: id,
      projectId,
      environment: stored.environment,
      ...(before === undefined ? {} : { before }),
      after: workflowSnapshot(stored),
    },
  }
}
