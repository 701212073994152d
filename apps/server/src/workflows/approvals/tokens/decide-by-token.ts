import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import { hashToken } from '../../../foundation/http/access/authenticate.ts'
import type { Mutate, RequestInfo } from '../../../foundation/http/calls/call.ts'
import type { WorkflowsContext } from '../../context.ts'
import { lockApprovalForUpdate } from '../approval-store.ts'
import { auditDecision } from '../audit-decision.ts'
import { type GivenDecision, takeDecision } from '../take-decision.ts'
import { entryOf, findLink, takeLink } from './link-store.ts'
import { refuseLink } from './refuse-link.ts'

interface TokenDecision {
  token: string
  /** A token of a mail decides on our page only, and one of another system by its address only. */
  kind: 'link:' | 'url:'
  given: GivenDecision
}

/** Decides for the person or system that a token was sent to, and consumes the token. */
export async function decideByToken(
  { db, approvalLimit, stoppedProjects, durable }: WorkflowsContext,
  { request, mutate }: { request: RequestInfo; mutate: Mutate },
  { token, kind, given }: TokenDecision,
) {
  const tokenHash = hashToken(token)
  // Only wrong tokens count: neighbours in the network must not use up the limit of those who have the right one.
  if (!(await findLink(db, tokenHash))) {
    await approvalLimit.useLink(request.ip)
    throw refuseLink()
  }
  let resume: OutboxEntry | undefined
  const answer = await mutate(async (transaction) => {
    const link = await takeLink(transaction, tokenHash)
    const id = link && entryOf(link.address)
    const approval = link && (await lockApprovalForUpdate(transaction, link.approvalId))
    if (!approval || !id?.startsWith(kind) || !stoppedProjects.isOpen(approval.projectId))
      throw refuseLink()
    const decider = { id, email: link.address, approvers: [id] }
    const taken = await takeDecision(transaction, { approval, decider, body: given })
    resume = taken.resume
    return {
      answer: { state: taken.state },
      audit: auditDecision(approval, { ...given, ...taken, by: link.address }),
    }
  })
  if (resume) await durable.start(resume)
  return answer
}
