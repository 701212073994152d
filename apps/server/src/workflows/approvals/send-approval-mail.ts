import type { WorkflowsContext } from '../context.ts'
import { type ApprovalMail, readApprovalMail } from './approval-mails.ts'
import { findApproval, remindNow, type StoredApproval } from './approval-store.ts'
import { callSystem } from './tokens/call-system.ts'
import { newApprovalToken } from './tokens/link-store.ts'

type Parts = Pick<
  WorkflowsContext,
  'db' | 'env' | 'log' | 'mailer' | 'approvalLimit' | 'stoppedProjects'
>

/** Creates the link of an address, so that only the mail has the token. The fragment reaches no server or log. */
async function newLink(context: Parts, of: { approvalId: string; address: string }) {
  return `${context.env.baseUrl}/approval#${await newApprovalToken(context, of)}`
}

const inboxOf = ({ env }: Parts, { id, projectId, environment }: StoredApproval) =>
  `${env.baseUrl}/project/${projectId}/workflow?environment=${environment}&tab=approvals&approval=${id}`

async function writeMail(
  context: Parts,
  {
    approval,
    mail: { approvalId, purpose, address, isLink },
    invocationId,
  }: { approval: StoredApproval; mail: ApprovalMail; invocationId: string },
) {
  const title = approval.title.replaceAll(/\s+/g, ' ')
  return {
    to: address,
    subject: `${purpose === 'remind' ? 'Reminder: ' : ''}Approval needed: ${title}`,
    messageId: `<approval-${invocationId}@plinth>`,
    text: [
      `A workflow waits for your decision: ${title}`,
      '',
      isLink
        ? 'Open this link to see what it is about and to approve or reject it; it works once:'
        : 'See what it is about, and approve or reject it:',
      isLink ? await newLink(context, { approvalId, address }) : inboxOf(context, approval),
      '',
      `It can be decided until ${approval.deadlineAt.toUTCString()}.`,
      ...(isLink ? ['Anyone who has the link can decide for you: do not pass it on.'] : []),
    ].join('\n'),
  }
}

/**
 * Asks an approver for a decision, or reminds of it. Does nothing if the approval has ended, or without a mail
 * server. The mails of a project that is not open wait until it is.
 */
export async function sendApprovalMail(
  context: Parts,
  { key, invocationId }: { key: string; invocationId: string },
): Promise<void> {
  const mail = readApprovalMail(key)
  const { approvalId, address } = mail
  const { db, log, mailer, approvalLimit, stoppedProjects } = context
  const approval = await findApproval(db, approvalId)
  const isPossible = mail.isUrl || mailer.configured
  if (!isPossible || approval?.state !== 'waiting') return
  const { projectId } = approval
  if (!stoppedProjects.isOpen(projectId)) return remindNow(db, approvalId)
  const counted = { projectId, address }
  if (!(await approvalLimit.takeMail(counted))) {
    log.warn({ approval: approvalId }, 'approvals: mail limit reached, mail not sent')
    return
  }
  try {
    if (mail.isUrl) await callSystem(context, { approval, url: address })
    else await mailer.send(await writeMail(context, { approval, mail, invocationId }))
  } catch (error) {
    // Every attempt is counted, so a mail server that is down would use up the limit. Calls of other systems count.
    if (!mail.isUrl) await approvalLimit.returnMail(counted)
    throw error
  }
}
