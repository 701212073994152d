import { notFound } from '../../foundation/http/errors/refusal.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { readStatuses } from './status-store.ts'
import { toWorkflow, workflowFacts } from './to-workflow.ts'
import { findWorkflow } from './workflow-store.ts'

interface Saved {
  projectId: string
  id: string
  action: 'created' | 'changed'
  before?: unknown
  baseUrl: string
}

/** The workflow as it is now stored, and what the audit trail keeps of the change. */
export async function answerSaved(
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
      after: workflowFacts(stored),
    },
  }
}
