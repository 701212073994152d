import type { ApprovalRequest, JournaledOutcome, Json, Plan, Step } from '@plinth/engine'
import type { Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { WorkflowsContext } from '../context.ts'
import { enqueueApprovalMails } from './approval-mails.ts'
import { addApproval, renewAwakeable, type StoredApproval } from './approval-store.ts'
import { listUnknownApprovers } from './approver-store.ts'
import { selectDecisions } from './decision-store.ts'

interface ApprovalToStart {
  run: { id: string; projectId: string; environmentId: string }
  step: Step
  request: ApprovalRequest
  awakeable: string
}

type Started = JournaledOutcome | { status: 'open' }

/** Whether a run of this plan may leave approvals behind. */
export function hasApprovals({ nodes }: Plan): boolean {
  return [...nodes.values()].some(({ node }) => node.kind === 'approval')
}

/** The outcome of a step whose approval has ended: the form's values, and who decided. */
async function outcomeOf(on: Transaction, approval: StoredApproval): Promise<JournaledOutcome> {
  const all = await selectDecisions(on, approval.id)
  const decisions = all.map(({ by, decision, values, comment, decidedOn }) => ({
    by,
    decision,
    values,
    comment,
    decidedOn,
  }))
  const isDecided = approval.state === 'approved' || approval.state === 'rejected'
  const last = isDecided ? decisions.at(-1) : undefined
  const value: Json = {
    decision: approval.state,
    values: Object.assign({}, ...decisions.map(({ values }) => values)),
    comment: last?.comment ?? '',
    decidedBy: last?.by ?? null,
    decidedOn: last?.decidedOn ?? null,
    decisions,
  }
  return { status: 'done', value, outputs: [approval.state] }
}

const failed = (message: string): JournaledOutcome => ({
  status: 'failed',
  failure: { message, retry: false },
})

/** Creates the approval of a step and mails its approvers; once it has ended, returns the outcome of the step. */
export async function startApproval(
  { db, durable }: Pick<WorkflowsContext, 'db' | 'durable'>,
  { run, step, request, awakeable }: ApprovalToStart,
): Promise<Started> {
  const { projectId, environmentId } = run
  const named = { runId: run.id, stepKey: step.key, awakeable }
  const started = await db.transaction(async (transaction): Promise<Started> => {
    const known = await renewAwakeable(transaction, named)
    if (known) return known.state === 'waiting' ? { status: 'open' } : outcomeOf(transaction, known)
    const approvers = [...request.approvers, ...request.escalation]
    const [unknown] = await listUnknownApprovers(transaction, { projectId, approvers })
    if (unknown !== undefined) return failed(`"${unknown}" is not a member of this project.`)
    const id = newId('apv')
    const node = step.planned.node.label
    await addApproval(transaction, { ...named, id, projectId, environmentId, node, request })
    const added = { id, projectId, approvers: request.approvers, isEscalated: false }
    await enqueueApprovalMails(transaction, added, 'ask')
    return { status: 'open' }
  })
  if (started.status === 'open') durable.wake()
  return started
}
