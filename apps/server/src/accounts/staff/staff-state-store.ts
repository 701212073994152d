import type { PendingReason } from '@plinth/contract'
import type { Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export interface StaffState extends Record<string, unknown> {
  id: string
  organisationId: string
  email: string
  isAdmin: boolean
  disabled: boolean
  pending: PendingReason | null
}

/** Reads a member of the organisation's staff FOR UPDATE. */
export async function lockStaffForUpdate(
  transaction: Transaction,
  { organisationId, staffId }: { organisationId: string; staffId: string },
): Promise<StaffState | undefined> {
  const [row] = await transaction.query<StaffState>(sql`
    select id, organisation_id as "organisationId", email, is_admin as "isAdmin",
      disabled_at is not null as disabled, pending
    from staff where id = ${staffId} and organisation_id = ${organisationId} for update`)
  return row
}

export async function setDisabled(
  transaction: Transaction,
  { staffId, disabled }: { staffId: string; disabled: boolean },
): Promise<void> {
  await transaction.query(sql`
    update staff set disabled_at = case when ${disabled} then now() end,
      updated_at = now(), revision = revision + 1
    where id = ${staffId}`)
}

/** Ends the waiting of an account; its password stays temporary. */
export async function setApproved(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.query(sql`
    update staff set pending = null, updated_at = now(), revision = revision + 1
    where id = ${staffId} and pending is not null`)
}
