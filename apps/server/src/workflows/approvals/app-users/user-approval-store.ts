import type { UserApproval } from '@plinth/contract'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { canDecide } from '../approval-list-store.ts'
import { StoredFields } from '../stored-form.ts'
import type { AppDecider } from './app-decider.ts'

const MAX_READ = 200
const MAX_SHOWN = 100

interface FoundRow
  extends Record<string, unknown>,
    Omit<UserApproval, 'fields' | 'createdOn' | 'deadlineOn'> {
  fields: string
  appRule: string | null
  createdAt: Date
  deadlineAt: Date
}

/** The newest approvals that an app user may decide now. */
export async function selectUserApprovals(
  on: Queryable,
  { environmentId, who }: { environmentId: string; who: AppDecider },
): Promise<UserApproval[]> {
  const rows = await on.query<FoundRow>(sql`
    select approval.id, title, details, fields, state, app_rule as "appRule",
      created_at as "createdAt", deadline_at as "deadlineAt"
    from approval
    where environment_id = ${environmentId} and deadline_at > now() and ${canDecide(who)}
    order by approval.id desc limit ${MAX_READ}`)
  const verdicts = new Map<string | null, boolean>()
  for (const { appRule } of rows)
    if (!verdicts.has(appRule)) verdicts.set(appRule, who.mayDecide(appRule))
  return rows
    .filter(({ appRule }) => verdicts.get(appRule))
    .slice(0, MAX_SHOWN)
    .map(({ appRule, fields, createdAt, deadlineAt, ...row }) => ({
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
