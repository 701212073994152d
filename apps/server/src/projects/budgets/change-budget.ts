import type { BudgetChoices, SavedBudget } from '@plinth/contract'
import type { AuditEntry } from '../../foundation/audit/audit-store.ts'
import { stale } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { type BudgetOwner, lockBudgetForUpdate, putBudget } from './budget-store.ts'

/** Saves locked budgets; returns the new ones and the entry of the audit log. */
export async function changeBudget(
  transaction: Transaction,
  { owner, before, choices }: { owner: BudgetOwner; before: SavedBudget; choices: BudgetChoices },
): Promise<{ budget: SavedBudget; audit: AuditEntry }> {
  const budget = { choices, revision: before.revision + 1 }
  await putBudget(transaction, { ...owner, ...budget })
  const { organisationId, projectId } = owner
  return {
    budget,
    audit: {
      action: 'updated',
      entity: 'budget',
      entityId: projectId ?? organisationId,
      ...(projectId === null ? {} : { projectId }),
      before: before.choices,
      after: choices,
    },
  }
}

/** Saves what a person edited, unless the budgets have another revision than the one that was edited. */
export async function saveEditedBudget(
  transaction: Transaction,
  {
    owner,
    choices,
    ifMatch,
  }: { owner: BudgetOwner; choices: BudgetChoices; ifMatch: number | undefined },
) {
  const before = await lockBudgetForUpdate(transaction, owner)
  const { revision } = before
  if (ifMatch !== undefined && ifMatch !== revision)
    throw stale({ revision, theirs: before.choices, yours: choices })
  const { budget, audit } = await changeBudget(transaction, { owner, before, choices })
  return { answer: { budget }, audit }
}
