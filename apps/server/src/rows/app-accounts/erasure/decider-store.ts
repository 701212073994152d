import type { Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import type { AppUserKey } from '../../app-users/disabled-user-store.ts'

/** Removes the address of an erased user from the decisions of approvals; the id stays. */
export async function forgetDecider(
  transaction: Transaction,
  { environmentId, tableId, userId }: AppUserKey,
): Promise<void> {
  const decider = `user:${tableId}/${userId}`
  await transaction.query(sql`
    update approval_decision set email = ${`${userId} (erased)`} from approval
    where approval.id = approval_decision.approval_id
      and approval.environment_id = ${environmentId} and decider = ${decider}`)
}
