import type { ApprovalRequest, JournaledOutcome, Json, Plan, Step } from '@plinth/engine'
import type { Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { WorkflowsContext } from '../context.ts'
import { resolveAppUsers } from './app-users/resolve-app-users.ts'
import { enqueueApprovalMails } from './approval-mails.ts'
import {
  addApproval,
  countWaiting,
  findApproval,
  renewAwakeable,
  type StoredApproval,
} from './approval-store.ts'
import { type StoredDecision, selectDecisions } from './decision-store.ts'
import { resolveApprovers } from './resolve-approvers.ts'

/** Approvals of an environment that wait at the same time. */
const MAX_WAITING_APPROVALS = 10_000

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

/** Only approvals of the current round give values: an escalation begins again. */
const approvalsOf = (
  { isEscalated }: StoredApproval,
  decisions: readonly StoredDecision[],
): StoredDecision[] =>
  decisions.filter((one) => one.decision === 'approve' && one.isEscalated === isEscalated)

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
    values: Object.assign({}, ...approvalsOf(approval, all).map(({ values }) => values)),
    comment: last?.comment ?? '',
    decidedBy: last?.by ?? null,
    decidedOn: last?.decidedOn ?? null,
    decisions,
  }
  return { status: 'done', value, outputs: [approval.state] }
}

/** Whether another system would be called without encryption; the operator may allow that for a host and port. */
function isUnencrypted(entry: string, { egress }: WorkflowsContext['env']): boolean {
  if (!entry.startsWith('url:http://')) return false
  const url = new URL(entry.slice('url:'.length))
  return !egress.allowed.has(`${url.hostname}:${url.port || 80}`)
}

/** A request with the ids of tables in the place of names. */
async function resolveTables(
  parts: Pick<WorkflowsContext, 'environments' | 'env'>,
  { run, request }: Pick<ApprovalToStart, 'run' | 'request'>,
): Promise<ApprovalRequest | { issue: string }> {
  const { approvers, escalation, appRule } = request
  const open = [...approvers, ...escalation].find((entry) => isUnencrypted(entry, parts.env))
  if (open !== undefined)
    return {
      issue: `"${open}" must begin with https://, because the call has the right to decide.`,
    }
  const first = await resolveAppUsers(parts, run, { approvers, appRule })
  if ('issue' in first) return first
  const then = await resolveAppUsers(parts, run, { approvers: escalation, appRule })
  return 'issue' in then ? then : { ...request, ...first, escalation: then.approvers }
}

/** A request with the ids of members in the place of emails; after an escalation one person decides. */
async function resolveRequest(
  on: Transaction,
  { environmentId, request }: { environmentId: string; request: ApprovalRequest },
): Promise<ApprovalRequest | { issue: string }> {
  const first = await resolveApprovers(on, { ...request, environmentId })
  if ('issue' in first) return first
  const { escalation: approvers } = request
  if (approvers.length === 0) return { ...request, ...first }
  const then = await resolveApprovers(on, { environmentId, approvers, mode: 'any', quorum: 1 })
  return 'issue' in then ? then : { ...request, ...first, escalation: then.approvers }
}

const failed = (message: string): JournaledOutcome => ({
  status: 'failed',
  failure: { message, retry: false },
})

/** Creates the approval of a step and mails its approvers; once it has ended, returns the outcome of the step. */
export async function startApproval(
  parts: Pick<WorkflowsContext, 'db' | 'durable' | 'environments' | 'env'>,
  { run, step, request, awakeable }: ApprovalToStart,
): Promise<Started> {
  const { db, durable } = parts
  const { projectId, environmentId } = run
  const named = await resolveTables(parts, { run, request })
  const ofStep = { runId: run.id, stepKey: step.key, awakeable }
  const started = await db.transaction(async (transaction): Promise<Started> => {
    const known = await renewAwakeable(transaction, ofStep)
    if (known) return known.state === 'waiting' ? { status: 'open' } : outcomeOf(transaction, known)
    if ('issue' in named) return failed(named.issue)
    const resolved = await resolveRequest(transaction, { environmentId, request: named })
    if ('issue' in resolved) return failed(resolved.issue)
    const counted = { environmentId, limit: MAX_WAITING_APPROVALS }
    if ((await countWaiting(transaction, counted)) === MAX_WAITING_APPROVALS)
      return failed(
        `${MAX_WAITING_APPROVALS} approvals wait in this environment already. Decide some, or cancel their runs.`,
      )
    const id = newId('apv')
    const node = step.planned.node.label
    const added = { ...ofStep, id, projectId, environmentId, node, request: resolved }
    await addApproval(transaction, added)
    const approval = await findApproval(transaction, id)
    if (approval) await enqueueApprovalMails(transaction, approval, 'ask')
    return { status: 'open' }
  })
  if (started.status === 'open') durable.wake()
  return started
}
