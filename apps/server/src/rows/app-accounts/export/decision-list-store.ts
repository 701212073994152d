import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import type { AppUserKey } from '../../app-users/disabled-user-store.ts'

/** How many decisions of approvals an export has, the newest first. */
const DECISIONS_SHOWN = 1000

interface Decision extends Record<string, unknown> {
  title: string
  decision: string
  comment: string
  decidedOn: Date
}

/** The approvals that an app user has decided. */
export function selectDecisionsOfUser(
  on: Queryable,
  { environmentId, tableId, userId }: AppUserKey,
): Promise<Decision[]> {
  return on.query<Decision>(sql`
    select approval.title, made.decision, made.comment, made.decided_at as "decidedOn"
    from approval_decision as made join approval on approval.id = made.approval_id
    where approval.environment_id = ${environmentId} and made.decider = ${`user:${tableId}/${userId}`}
    order by made.decided_at desc limit ${DECISIONS_SHOWN}`)
}
