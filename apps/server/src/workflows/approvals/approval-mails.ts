import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { StoredApproval } from './approval-store.ts'
import { listApproverEmails } from './approver-store.ts'
import { selectDecisions } from './decision-store.ts'

const LINK = 'link:'
const SYSTEM = 'url:'

/** A message that asks for a decision or reminds of it, to a member, the address of a link or another system. */
export interface ApprovalMail {
  approvalId: string
  purpose: 'ask' | 'remind'
  address: string
  isLink: boolean
  isUrl: boolean
}

/** Another system is asked once: a reminder would replace the address that it was given. */
const isSent = (approver: string, purpose: ApprovalMail['purpose']) =>
  approver.startsWith(LINK) || (approver.startsWith(SYSTEM) && purpose === 'ask')

/** Enqueues a mail to everybody who has not decided, in the caller's transaction. */
export async function enqueueApprovalMails(
  transaction: Transaction,
  {
    id,
    projectId,
    environment,
    approvers,
    isEscalated,
  }: Pick<StoredApproval, 'id' | 'projectId' | 'environment' | 'approvers' | 'isEscalated'>,
  purpose: ApprovalMail['purpose'],
): Promise<void> {
  const decided = new Set(
    (await selectDecisions(transaction, id))
      .filter((decision) => decision.isEscalated === isEscalated)
      .flatMap(({ decider, emailKey }) => [decider, LINK + emailKey]),
  )
  const members = await listApproverEmails(transaction, { projectId, environment, approvers })
  const recipients = [
    ...members.filter((member) => !decided.has(member.id)).map(({ email }) => email),
    ...approvers.filter((approver) => isSent(approver, purpose) && !decided.has(approver)),
  ]
  for (const recipient of recipients)
    await addToOutbox(transaction, {
      topic: 'sendApprovalMail',
      key: [id, purpose, recipient].join(' '),
    })
}

/** Parses the outbox key; only the address may contain spaces. */
export function readApprovalMail(key: string): ApprovalMail {
  const [approvalId = '', purpose, ...rest] = key.split(' ')
  const recipient = rest.join(' ')
  const isLink = recipient.startsWith(LINK)
  const isUrl = recipient.startsWith(SYSTEM)
  return {
    approvalId,
    purpose: purpose === 'remind' ? 'remind' : 'ask',
    address: recipient.slice(isLink ? LINK.length : isUrl ? SYSTEM.length : 0),
    isLink,
    isUrl,
  }
}
