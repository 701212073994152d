import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export interface StaffState extends Record<string, unknown> {
  id: string
  organisationId: string
  email: string
  isAdmin: boolean
  disabled: boolean
}

/** Reads a member of the organisation's staff FOR UPDATE. */
export async function lockStaffForUpdate(
  transaction: Transaction,
  { organisationId, staffId }: { organisationId: string; staffId: string },
): Promise<StaffState | undefined> {
  const [row] = await transaction.query<StaffState>(sql`
    select id, organisation_id as "organisationId", email, is_admin as "isAdmin",
      disabled_at is not null as disabled
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

export async function isTwoFactorRequired(on: Queryable, organisationId: string): Promise<boolean> {
  const [row] = await on.query<{ required: boolean }>(sql`
    select two_factor_required as required from organisation where id = ${organisationId}`)
  return row?.required ?? false
}

export async function setTwoFactorRequired(
  transaction: Transaction,
  { organisationId, required }: { organisationId: string; required: boolean },
): Promise<void> {
  await transaction.query(sql`
    update organisation set two_factor_required = ${required} where id = ${organisationId}`)
}
