import { openApprovalLink as endpoint } from '@plinth/contract'
import { hashToken } from '../../../foundation/http/access/authenticate.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import type { WorkflowsContext } from '../../context.ts'
import { findApproval, type StoredApproval } from '../approval-store.ts'
import { selectDecisions } from '../decision-store.ts'
import { entryOf, findLink } from './link-store.ts'
import { refuseLink } from './refuse-link.ts'

/** Whether a decision by a link to this address is still wanted. */
async function isAsked(on: Queryable, approval: StoredApproval, address: string): Promise<boolean> {
  const { id, state, hasRun, isPastDeadline, isEscalated, approvers } = approval
  if (state !== 'waiting' || !hasRun || isPastDeadline) return false
  if (!approvers.includes(entryOf(address))) return false
  const decisions = await selectDecisions(on, id)
  return !decisions.some((one) => one.isEscalated === isEscalated && one.emailKey === address)
}

/** Mail scanners open links, so that opening one changes nothing. */
export const openApprovalLink = route(
  endpoint,
  async ({ body, request }, { db, approvalLimit, stoppedProjects }: WorkflowsContext) => {
    const link = await findLink(db, hashToken(body.token))
    if (!link) await approvalLimit.useLink(request.ip)
    const found = link && (await findApproval(db, link.approvalId))
    if (!found || !stoppedProjects.isOpen(found.projectId)) throw refuseLink()
    const { title, details, fields, state, deadlineAt } = found
    if (!(await isAsked(db, found, link.address))) return { state, approval: null }
    const deadlineOn = deadlineAt.toISOString()
    return { state, approval: { title, details, fields, state, deadlineOn } }
  },
)
