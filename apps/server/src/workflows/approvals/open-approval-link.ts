import { openApprovalLink as endpoint } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../context.ts'
import { findApproval } from './approval-store.ts'
import { findLink } from './link-store.ts'
import { refuseLink } from './refuse-link.ts'

/** Mail scanners open links, so that opening one changes nothing. */
export const openApprovalLink = route(
  endpoint,
  async ({ body, request }, { db, approvalLimit, stoppedProjects }: WorkflowsContext) => {
    await approvalLimit.useLink(request.ip)
    const link = await findLink(db, hashToken(body.token))
    const found = link && (await findApproval(db, link.approvalId))
    if (!found || !stoppedProjects.isOpen(found.projectId)) throw refuseLink()
    const { title, details, fields, state, deadlineAt } = found
    return { approval: { title, details, fields, state, deadlineOn: deadlineAt.toISOString() } }
  },
)
