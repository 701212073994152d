import type { UserApproval } from '@plinth/contract'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { canDecide } from '../approval-list-store.ts'
import { StoredFields } from '../stored-form.ts'
import type { AppDecider } from './app-decider.ts'

/** Different rules of the approvals that wait for an app user. */
const MAX_RULES = 200
const MAX_SHOWN = 100

interface FoundRow
  extends Record<string, unknown>,
    Omit<UserApproval, 'fields' | 'createdOn' | 'deadlineOn'> {
  fields: string
  createdAt: Date
  deadlineAt: Date
}

/** The newest approvals that an app user may decide now. */
export async function selectUserApprovals(
  on: Queryable,
  { environmentId, who }: { environmentId: string; who: AppDecider },
): Promise<UserApproval[]> {
  const asked = sql`environment_id = ${environmentId} and deadline_at > now() and ${canDecide(who)}`
  // Rules first: approvals of others must not use up the limit.
  const rules = await on.query<{ appRule: string }>(sql`
    select distinct app_rule as "appRule" from approval
    where ${asked} and app_rule is not null limit ${MAX_RULES}`)
  const allowed = rules.map(({ appRule }) => appRule).filter((rule) => who.mayDecide(rule))
  const rows = await on.query<FoundRow>(sql`
    select approval.id, title, details, fields, state, created_at as "createdAt",
      deadline_at as "deadlineAt"
    from approval where ${asked} and app_rule = any(${allowed}::text[])
    order by approval.id desc limit ${MAX_SHOWN}`)
  return rows.map(({ fields, createdAt, deadlineAt, ...row }) => ({
    ...row,
    fields: readStored(StoredFields, fields, 'form of an approval'),
    createdOn: createdAt.toISOString(),
    deadlineOn: deadlineAt.toISOString(),
  }))
}

/** Whether an approval is one of an environment. */
export async function isOfEnvironment(
  on: Queryable,
  { approvalId, environmentId }: { approvalId: string; environmentId: string },
): Promise<boolean> {
  const rows = await on.query(
    sql`select from approval where id = ${approvalId} and environment_id = ${environmentId}`,
  )
  return rows.length > 0
}
