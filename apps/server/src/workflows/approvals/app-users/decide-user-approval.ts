import { decideUserApproval as endpoint } from '@plinth/contract'
import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { notFound } from '../../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import { lockApprovalForUpdate } from '../approval-store.ts'
import { auditDecision } from '../audit-decision.ts'
import { takeDecision } from '../take-decision.ts'
import { admitUser } from './admit-user.ts'
import { readAppDecider } from './app-decider.ts'
import { isOfEnvironment } from './user-approval-store.ts'

export const decideUserApproval = route(
  endpoint,
  async ({ user, caller, request, query, params, body, mutate }, context: WorkflowsContext) => {
    const environment = await admitUser(context, {
      user,
      caller,
      request,
      query,
      use: 'write',
    })
    const { approvalId } = params
    let resume: OutboxEntry | undefined
    const answer = await mutate(async (transaction) => {
      if (!(await isOfEnvironment(transaction, { approvalId, environmentId: environment.id })))
        throw notFound()
      const approval = await lockApprovalForUpdate(transaction, approvalId)
      // The call may have waited for the lock, so the user's row is read after it.
      const who = await readAppDecider({ context, environment }, user, 'POST')
      const isAsked = approval?.approvers.some((entry) => who.approvers.includes(entry))
      // Users who are not asked must not learn which approvals exist.
      if (!approval || !isAsked || !who.mayDecide(approval.appRule)) throw notFound()
      const taken = await takeDecision(transaction, { approval, decider: who, body })
      resume = taken.resume
      return {
        answer: { state: taken.state },
        audit: auditDecision(approval, { ...body, ...taken, by: who.email }),
      }
    })
    if (resume) await context.durable.start(resume)
    return answer
  },
)
