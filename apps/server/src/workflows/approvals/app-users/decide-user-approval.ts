import { decideUserApproval as endpoint } from '@plinth/contract'
import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import { lockApprovalForUpdate } from '../approval-store.ts'
import { auditDecision } from '../audit-decision.ts'
import { takeDecision } from '../take-decision.ts'
import { admitUser } from './admit-user.ts'
import { readAppDecider } from './app-decider.ts'
import { isOfEnvironment } from './user-approval-store.ts'

/** How old the user's row may be when the decision is taken. */
const MAX_AGE_MS = 1_000

const tryAgain = () =>
  new ApiError('unavailable', 'Somebody else decides this approval right now. Try again.', {
    retryAfterSeconds: 1,
  })

export const decideUserApproval = route(
  endpoint,
  async ({ user, caller, request, query, params, body, mutate }, context: WorkflowsContext) => {
    const environment = await admitUser(context, {
      user,
      caller,
      request,
      query,
      params,
      use: 'write',
    })
    const { approvalId } = params
    // Read before the transaction: a slow database of a project must not hold a connection of the platform.
    const who = await readAppDecider({ context, environment }, user, 'POST')
    const readAt = performance.now()
    let resume: OutboxEntry | undefined
    const answer = await mutate(async (transaction) => {
      if (!(await isOfEnvironment(transaction, { approvalId, environmentId: environment.id })))
        throw notFound()
      const approval = await lockApprovalForUpdate(transaction, approvalId)
      // The call may have waited for the lock, and the rights that it began with may have been removed.
      if (performance.now() - readAt > MAX_AGE_MS) throw tryAgain()
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
