import type {
  ApprovalDecision,
  ApprovalField,
  ApprovalState,
  ApprovalValues,
  FieldIssue,
} from '@plinth/contract'
import { addToOutbox, type OutboxEntry } from '../../foundation/durable/outbox-store.ts'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { Decider } from './approval-list-store.ts'
import { endApproval, type StoredApproval } from './approval-store.ts'
import { addDecision, selectDecisions } from './decision-store.ts'

export interface GivenDecision {
  decision: ApprovalDecision['decision']
  values: ApprovalValues
  comment: string
}

function findIssue(
  field: ApprovalField,
  value: ApprovalValues[string] | undefined,
): string | undefined {
  const isEmpty = value === undefined || value === null || value === ''
  if (isEmpty || (field.type === 'boolean' && value === false))
    return field.required ? 'is required' : undefined
  if (field.type === 'select')
    return field.options.some((option) => option === value) ? undefined : 'is not an option'
  const type = field.type === 'text' ? 'string' : field.type
  return typeof value === type ? undefined : `must be a ${field.type}`
}

/** Throws 422 unless the values fit the form; a rejection needs no values. */
function checkValues(fields: readonly ApprovalField[], { decision, values }: GivenDecision): void {
  const names = new Set(fields.map(({ name }) => name))
  const issues: FieldIssue[] = Object.keys(values)
    .filter((name) => !names.has(name))
    .map((name) => ({ path: `values.${name}`, message: 'is not a field of this form' }))
  for (const field of fields) {
    const checked = decision === 'reject' ? { ...field, required: false } : field
    const message = findIssue(checked, values[field.name])
    if (message) issues.push({ path: `values.${field.name}`, message })
  }
  if (issues.length > 0) throw invalid(issues)
}

const conflict = (message: string) => new ApiError('conflict', message)

function checkOpen(approval: StoredApproval): void {
  if (approval.state !== 'waiting') {
    const how = approval.state === 'cancelled' ? 'closed with its run' : approval.state
    throw conflict(`This approval was ${how} already.`)
  }
  if (!approval.hasRun) throw conflict('The run of this approval has ended.')
  if (approval.isPastDeadline) throw conflict('The deadline of this approval has passed.')
}

type Counted = Pick<ApprovalDecision, 'decision'>

/** The state after all decisions so far. */
export function stateAfter(
  { mode, quorum, approvers }: Pick<StoredApproval, 'mode' | 'quorum' | 'approvers'>,
  decisions: readonly Counted[],
): ApprovalState {
  const approvals = decisions.filter(({ decision }) => decision === 'approve').length
  const rejections = decisions.length - approvals
  if (mode !== 'quorum') {
    if (rejections > 0) return 'rejected'
    return approvals >= (mode === 'all' ? approvers.length : 1) ? 'approved' : 'waiting'
  }
  if (approvals >= quorum) return 'approved'
  // A role may have any number of people, so that only a quorum of rejections is certain.
  const hasRole = approvers.some((approver) => approver.startsWith('role:'))
  const isHopeless = !hasRole && approvers.length - rejections < quorum
  return rejections >= quorum || isHopeless ? 'rejected' : 'waiting'
}

/**
 * Adds a decision to a locked approval, and ends it if that was the last one it needed: the returned entry wakes the
 * run. Throws 403 for people who may not decide, and 409 for a second decision.
 */
export async function takeDecision(
  transaction: Transaction,
  given: {
    approval: StoredApproval
    decider: Decider & { email: string }
    body: GivenDecision
  },
): Promise<{ state: ApprovalState; resume: OutboxEntry | undefined }> {
  const { approval, decider, body } = given
  const { id, isEscalated } = approval
  const meant = approval.approvers.filter((approver) => decider.approvers.includes(approver))
  if (meant.length === 0)
    throw new ApiError('forbidden', 'You are not among the people who may decide this approval.')
  checkOpen(approval)
  const decisions = (await selectDecisions(transaction, id)).filter(
    (decision) => decision.isEscalated === isEscalated,
  )
  if (decisions.some((decision) => decision.decider === decider.id))
    throw conflict('You have decided this approval already.')
  const taken = new Set(approval.mode === 'all' ? decisions.map(({ approver }) => approver) : [])
  const approver = meant.find((entry) => !taken.has(entry))
  if (approver === undefined) throw conflict('Somebody else with your role has decided already.')
  checkValues(approval.fields, body)
  const { email } = decider
  await addDecision(transaction, {
    approvalId: id,
    isEscalated,
    decider: decider.id,
    approver,
    email,
    ...body,
  })
  const state = stateAfter(approval, [...decisions, body])
  if (state === 'waiting') return { state, resume: undefined }
  await endApproval(transaction, { id, state })
  return { state, resume: await addToOutbox(transaction, { topic: 'resumeApproval', key: id }) }
}
