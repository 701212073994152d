import type { ApprovalDetail } from '@plinth/contract'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import { nameTables } from './app-users/resolve-app-users.ts'
import { type Decider, findListedApproval } from './approval-list-store.ts'
import { findApproval } from './approval-store.ts'
import { nameApprovers } from './approver-store.ts'
import { selectDecisions } from './decision-store.ts'

/** An approval with its form and its decisions, as one person sees it. */
export async function readApproval(
  { on, tables }: { on: Queryable; tables: ReadonlyMap<string, string> },
  id: string,
  who: Decider,
): Promise<ApprovalDetail> {
  const listed = await findListedApproval(on, id, who)
  const found = await findApproval(on, id)
  if (!listed || !found) throw notFound()
  const { details, fields, approvers, mode, quorum, isEscalated } = found
  const decisions = (await selectDecisions(on, id)).map(
    ({ by, decision, values, comment, decidedOn }) => ({
      by,
      decision,
      values,
      comment,
      decidedOn,
    }),
  )
  const named = nameTables(tables, await nameApprovers(on, approvers))
  return { ...listed, details, fields, approvers: named, mode, quorum, isEscalated, decisions }
}
