import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export interface StaffRecord {
  id: string
  organisationId: string
  email: string
  passwordHash: string
  disabled: boolean
  hasTwoFactor: boolean
}

/** Finds staff by email, ignoring case and outer spaces. */
export async function findStaffByEmail(
  on: Queryable,
  email: string,
): Promise<StaffRecord | undefined> {
  const [row] = await on.query<{
    id: string
    organisation_id: string
    email: string
    password_hash: string
    disabled: boolean
    two_factor: boolean
  }>(sql`
    select id, organisation_id, email, password_hash, disabled_at is not null as disabled,
      exists (select 1 from two_factor where staff_id = staff.id and confirmed_at is not null) as two_factor
    from staff where email_key = lower(btrim(${email}))`)
  return (
    row && {
      id: row.id,
      organisationId: row.organisation_id,
      email: row.email,
      passwordHash: row.password_hash,
      disabled: row.disabled,
      hasTwoFactor: row.two_factor,
    }
  )
}

export async function findStaffEmail(on: Queryable, staffId: string): Promise<string | undefined> {
  const [row] = await on.query<{ email: string }>(
    sql`select email from staff where id = ${staffId}`,
  )
  return row?.email
}

export async function noteSignIn(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.query(sql`update staff set last_sign_in_at = now() where id = ${staffId}`)
}

export async function setPassword(
  transaction: Transaction,
  change: { staffId: string; passwordHash: string },
): Promise<void> {
  await transaction.query(sql`
    update staff set password_hash = ${change.passwordHash}, updated_at = now(), revision = revision + 1
    where id = ${change.staffId}`)
}

export async function findOrganisation(
  on: Queryable,
  id: string,
): Promise<{ id: string; name: string } | undefined> {
  const [row] = await on.query<{ id: string; name: string }>(
    sql`select id, name from organisation where id = ${id}`,
  )
  return row
}
