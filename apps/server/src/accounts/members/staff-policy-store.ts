import type { StaffPolicy } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export async function readStaffPolicy(on: Queryable, organisationId: string): Promise<StaffPolicy> {
  const [row] = await on.query<StaffPolicy & Record<string, unknown>>(sql`
    select two_factor_required as "twoFactorRequired",
      accounts_by_admins_only as "accountsByAdminsOnly"
    from organisation where id = ${organisationId}`)
  return row ?? { twoFactorRequired: false, accountsByAdminsOnly: false }
}

export async function setStaffPolicy(
  transaction: Transaction,
  { organisationId, policy }: { organisationId: string; policy: StaffPolicy },
): Promise<void> {
  await transaction.query(sql`
    update organisation set two_factor_required = ${policy.twoFactorRequired},
      accounts_by_admins_only = ${policy.accountsByAdminsOnly}
    where id = ${organisationId}`)
}
