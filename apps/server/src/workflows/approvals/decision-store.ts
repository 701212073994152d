import type { ApprovalDecision, ApprovalValues } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { StoredValues } from './stored-form.ts'

/** A decision, with the person and the entries of the approvers that it counts for. */
export interface StoredDecision extends ApprovalDecision {
  decider: string
  /** The email of the person now, in lower case: of the member, or the address of the link. */
  emailKey: string
  covers: string[]
  isEscalated: boolean
}

interface DecisionRow extends Record<string, unknown> {
  decider: string
  emailKey: string
  covers: string[]
  isEscalated: boolean
  by: string
  decision: ApprovalDecision['decision']
  values: string
  comment: string
  decidedAt: Date
}

/** All decisions, in the order in which they were made. */
export async function selectDecisions(
  on: Queryable,
  approvalId: string,
): Promise<StoredDecision[]> {
  const rows = await on.query<DecisionRow>(sql`
    select decider, covers, escalated as "isEscalated", made.email as by, decision,
      coalesce(email_key, lower(btrim(made.email))) as "emailKey",
      form_values as values, comment, decided_at as "decidedAt"
    from approval_decision as made left join staff on staff.id = decider
    where approval_id = ${approvalId} order by decided_at, decider`)
  return rows.map(({ values, decidedAt, ...row }) => ({
    ...row,
    values: readStored(StoredValues, values, 'values of a decision'),
    decidedOn: decidedAt.toISOString(),
  }))
}

export interface NewDecision {
  approvalId: string
  isEscalated: boolean
  decider: string
  covers: readonly string[]
  email: string
  decision: ApprovalDecision['decision']
  values: ApprovalValues
  comment: string
}

export async function addDecision(transaction: Transaction, added: NewDecision): Promise<void> {
  await transaction.query(sql`
    insert into approval_decision
      (approval_id, escalated, decider, covers, email, decision, form_values, comment)
    values (${added.approvalId}, ${added.isEscalated}, ${added.decider}, ${added.covers},
      ${added.email}, ${added.decision}, ${JSON.stringify(added.values)}, ${added.comment})`)
}
