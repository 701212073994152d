import { decideApprovalLink as endpoint } from '@plinth/contract'
import type { OutboxEntry } from '../../foundation/durable/outbox-store.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../context.ts'
import { lockApprovalForUpdate } from './approval-store.ts'
import { auditDecision } from './audit-decision.ts'
import { takeLink } from './link-store.ts'
import { refuseLink } from './refuse-link.ts'
import { takeDecision } from './take-decision.ts'

export const decideApprovalLink = route(
  endpoint,
  async ({ body, request, mutate }, context: WorkflowsContext) => {
    const { approvalLimit, stoppedProjects, durable } = context
    await approvalLimit.useLink(request.ip)
    const { token, ...given } = body
    let resume: OutboxEntry | undefined
    const answer = await mutate(async (transaction) => {
      const link = await takeLink(transaction, hashToken(token))
      const approval = link && (await lockApprovalForUpdate(transaction, link.approvalId))
      if (!approval || !stoppedProjects.isOpen(approval.projectId)) throw refuseLink()
      const id = `link:${link.address}`
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
  },
)
