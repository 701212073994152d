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
import { addDecision, type StoredDecision, selectDecisions } from './decision-store.ts'
import { isGroup } from './resolve-approvers.ts'

export interface GivenDecision {
  decision: ApprovalDecision['decision']
  values: ApprovalValues
  comment: string
}

type Value = ApprovalValues[string]

/** The value of a field; null is none, and an empty text is none for other types. */
function givenValue({ name, type }: ApprovalField, values: ApprovalValues): Value | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return value === null || (value === '' && type !== 'text') ? undefined : value
}

function findIssue(field: ApprovalField, value: Value | undefined): string | undefined {
  const isEmpty = value === undefined || value === ''
  if (isEmpty || (field.type === 'boolean' && value === false))
    return field.required ? 'is required' : undefined
  if (field.type === 'select')
    return field.options.some((option) => option === value) ? undefined : 'is not an option'
  const type = field.type === 'text' ? 'string' : field.type
  return typeof value === type ? undefined : `must be a ${field.type}`
}

/** The values of an approval. Throws 422 unless they fit the form and those of earlier approvals; a rejection has none. */
function readValues(
  fields: readonly ApprovalField[],
  { decision, values }: GivenDecision,
  earlier: readonly StoredDecision[],
): ApprovalValues {
  if (decision === 'reject') return {}
  const names = new Set(fields.map(({ name }) => name))
  const issues: FieldIssue[] = Object.keys(values)
    .filter((name) => !names.has(name))
    .map((name) => ({ path: `values.${name}`, message: 'is not a field of this form' }))
  const read: [string, Value][] = []
  for (const field of fields) {
    const { name } = field
    const value = givenValue(field, values)
    const isOther = (one: StoredDecision) =>
      Object.hasOwn(one.values, name) && one.values[name] !== value
    const message =
      findIssue(field, value) ??
      (value !== undefined && earlier.some(isOther)
        ? 'another person entered a different value'
        : undefined)
    if (message) issues.push({ path: `values.${name}`, message })
    if (value !== undefined) read.push([name, value])
  }
  if (issues.length > 0) throw invalid(issues)
  return Object.fromEntries(read)
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

type Counted = Pick<StoredDecision, 'decision' | 'covers'>

/** The state after all decisions so far. */
export function stateAfter(
  { mode, quorum, approvers }: Pick<StoredApproval, 'mode' | 'quorum' | 'approvers'>,
  decisions: readonly Counted[],
): ApprovalState {
  const approving = decisions.filter(({ decision }) => decision === 'approve')
  const approvals = approving.length
  const rejections = decisions.length - approvals
  if (mode !== 'quorum') {
    if (rejections > 0) return 'rejected'
    const covered = new Set(approving.flatMap(({ covers }) => covers))
    const isEnough = mode === 'all' ? approvers.every((entry) => covered.has(entry)) : approvals > 0
    return isEnough ? 'approved' : 'waiting'
  }
  if (approvals >= quorum) return 'approved'
  // A role or a table of users may have any number of people, so that only a quorum of rejections is certain.
  const isHopeless = !approvers.some(isGroup) && approvers.length - rejections < quorum
  return rejections >= quorum || isHopeless ? 'rejected' : 'waiting'
}

const keyOf = (email: string) => email.trim().toLowerCase()

/** Throws 409 if this person has decided, in the inbox or by a link. */
function checkFirst(decisions: readonly StoredDecision[], { id, email }: Decider): void {
  if (decisions.some(({ decider }) => decider === id))
    throw conflict('You have decided this approval already.')
  const key = keyOf(email)
  if (decisions.some(({ by, emailKey }) => emailKey === key || keyOf(by) === key))
    throw conflict('You have decided this approval already, in the inbox or by a link.')
}

interface TakenDecision {
  state: ApprovalState
  /** As they were stored. */
  values: ApprovalValues
  resume: OutboxEntry | undefined
}

/**
 * Adds a decision to a locked approval, and ends it if that was the last one it needed: the returned entry wakes the
 * run. Throws 403 for people who may not decide, and 409 for a second decision.
 */
export async function takeDecision(
  transaction: Transaction,
  given: {
    approval: StoredApproval
    decider: Decider
    body: GivenDecision
  },
): Promise<TakenDecision> {
  const { approval, decider, body } = given
  const { id, isEscalated } = approval
  const meant = approval.approvers.filter((approver) => decider.approvers.includes(approver))
  if (meant.length === 0)
    throw new ApiError('forbidden', 'You are not among the people who may decide this approval.')
  checkOpen(approval)
  const decisions = (await selectDecisions(transaction, id)).filter(
    (decision) => decision.isEscalated === isEscalated,
  )
  checkFirst(decisions, decider)
  const taken = new Set(decisions.flatMap((decision) => decision.covers))
  if (approval.mode === 'all' && meant.every((entry) => taken.has(entry)))
    throw conflict('Somebody else with your role has decided already.')
  const approvals = decisions.filter(({ decision }) => decision === 'approve')
  const values = readValues(approval.fields, body, approvals)
  const { email } = decider
  // A member who is also asked by a link decides both in the inbox.
  const own = `link:${keyOf(email)}`
  const covers = approval.approvers.filter((entry) => meant.includes(entry) || entry === own)
  const added = { ...body, values, covers }
  const made = { ...added, approvalId: id, isEscalated, decider: decider.id, email }
  await addDecision(transaction, made)
  const state = stateAfter(approval, [...decisions, added])
  if (state === 'waiting') return { state, values, resume: undefined }
  await endApproval(transaction, { id, state })
  const resume = await addToOutbox(transaction, { topic: 'resumeApproval', key: id })
  return { state, values, resume }
}
