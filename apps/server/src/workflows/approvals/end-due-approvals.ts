import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import { type StartedJob, stopAll } from '../../foundation/jobs/jobs.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { WorkflowsContext } from '../context.ts'
import { enqueueApprovalMails } from './approval-mails.ts'
import {
  cancelOrphans,
  endApproval,
  escalateApproval,
  lockDueApprovals,
  type StoredApproval,
  setReminded,
} from './approval-store.ts'

type Parts = Pick<WorkflowsContext, 'db' | 'durable' | 'jobs'>

const DUE_EVERY_MS = 1_000
const ORPHANS_EVERY_MS = 30_000
const BATCH = 100

/** Reminds, escalates or expires one approval. */
async function passDue(transaction: Transaction, approval: StoredApproval): Promise<void> {
  const { id, escalation } = approval
  if (!approval.hasRun) return endApproval(transaction, { id, state: 'cancelled' })
  if (!approval.isPastDeadline) {
    await enqueueApprovalMails(transaction, approval, 'remind')
    return setReminded(transaction, id)
  }
  if (escalation.length > 0) {
    await escalateApproval(transaction, id)
    const escalated = { ...approval, approvers: escalation, isEscalated: true }
    return enqueueApprovalMails(transaction, escalated, 'ask')
  }
  await endApproval(transaction, { id, state: 'expired' })
  await addToOutbox(transaction, { topic: 'resumeApproval', key: id })
}

/** Handles a batch of due approvals; true if more may be due. Processes share the work through row locks. */
async function endDueApprovals({ db, durable }: Parts): Promise<boolean> {
  const count = await db.transaction(async (transaction) => {
    const due = await lockDueApprovals(transaction, BATCH)
    for (const approval of due) await passDue(transaction, approval)
    return due.length
  })
  if (count > 0) durable.wake()
  return count === BATCH
}

/** Applies deadlines and reminders, and closes approvals whose runs have ended. */
export function startApprovalDeadlines(parts: Parts): StartedJob {
  const { jobs, db } = parts
  return stopAll([
    jobs.start({
      name: 'approval-deadlines',
      everyMs: DUE_EVERY_MS,
      run: () => endDueApprovals(parts),
    }),
    jobs.start({
      name: 'approval-orphans',
      everyMs: ORPHANS_EVERY_MS,
      run: () => cancelOrphans(db),
    }),
  ])
}
