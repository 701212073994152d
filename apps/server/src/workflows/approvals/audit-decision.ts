import type { ApprovalState } from '@plinth/contract'
import type { AuditEntry } from '../../foundation/audit/audit-store.ts'
import type { StoredApproval } from './approval-store.ts'
import type { GivenDecision } from './take-decision.ts'

/** The audit entry of a decision: who decided, what was shown, and what the approval became. */
export function auditDecision(
  { id, projectId, environment, runId, title, details, fields }: StoredApproval,
  { by, state, decision, values, comment }: GivenDecision & { by: string; state: ApprovalState },
): AuditEntry {
  return {
    action: decision === 'approve' ? 'approved' : 'rejected',
    entity: 'approval',
    entityId: id,
    projectId,
    environment,
    before: { runId, title, details, fields },
    after: { by, values, comment, state },
  }
}
