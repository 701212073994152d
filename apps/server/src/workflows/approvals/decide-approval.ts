import { decideApproval as endpoint } from '@plinth/contract'
import type { OutboxEntry } from '../../foundation/durable/outbox-store.ts'
import { allowEnvironmentRead } from '../../foundation/http/access/production-read.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../context.ts'
import { readTableNames } from './app-users/resolve-app-users.ts'
import { findApproval, lockApprovalForUpdate } from './approval-store.ts'
import { findDecidingMember } from './approver-store.ts'
import { auditDecision } from './audit-decision.ts'
import { deciderOf } from './decider-of.ts'
import { readApproval } from './read-approval.ts'
import { takeDecision } from './take-decision.ts'

export const decideApproval = route(
  endpoint,
  async ({ project, params, staff, body, mutate }, context: WorkflowsContext) => {
    const known = await findApproval(context.db, params.approvalId)
    // Read before the transaction, which has the only connection of this call.
    if (known?.projectId !== project.id) throw notFound()
    const tables = await readTableNames(context, known)
    let resume: OutboxEntry | undefined
    const answer = await mutate(async (transaction) => {
      const approval = await lockApprovalForUpdate(transaction, params.approvalId)
      if (approval?.projectId !== project.id) throw notFound()
      // The call may have waited for the lock, so the rights that it began with may have been removed.
      const member = await findDecidingMember(transaction, {
        projectId: project.id,
        staffId: staff.id,
      })
      if (!member) throw notFound()
      allowEnvironmentRead(member, approval.environment)
      const decider = deciderOf({ id: staff.id, email: member.email }, member)
      const taken = await takeDecision(transaction, { approval, decider, body })
      resume = taken.resume
      return {
        answer: {
          approval: await readApproval({ on: transaction, tables }, approval.id, decider),
        },
        audit: auditDecision(approval, { ...body, ...taken, by: member.email }),
      }
    })
    if (resume) await context.durable.start(resume)
    return answer
  },
)
