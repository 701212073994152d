import type { PendingReason } from '@plinth/contract'
import { HAS_SECOND_FACTOR } from '../../foundation/callers/second-factor-store.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export interface StaffRecord {
  id: string
  organisationId: string
  email: string
  passwordHash: string
  disabled: boolean
  /** An authenticator app, a passkey or both. */
  hasTwoFactor: boolean
  hasAuthenticator: boolean
  hasPasskey: boolean
  pending: PendingReason | null
  hasTemporaryPassword: boolean
  hasSignedIn: boolean
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
    authenticator: boolean
    passkey: boolean
    pending: PendingReason | null
    password_temporary: boolean
    has_signed_in: boolean
  }>(sql`
    select id, organisation_id, email, password_hash, disabled_at is not null as disabled, pending,
      password_temporary, last_sign_in_at is not null as has_signed_in,
      ${HAS_SECOND_FACTOR} as two_factor,
      exists (select from two_factor where staff_id = staff.id and confirmed_at is not null) as authenticator,
      exists (select from staff_passkey where staff_id = staff.id) as passkey
    from staff where email_key = lower(btrim(${email}))`)
  return (
    row && {
      id: row.id,
      organisationId: row.organisation_id,
      email: row.email,
      passwordHash: row.password_hash,
      disabled: row.disabled,
      hasTwoFactor: row.two_factor,
      hasAuthenticator: row.authenticator,
      hasPasskey: row.passkey,
      pending: row.pending,
      hasTemporaryPassword: row.password_temporary,
      hasSignedIn: row.has_signed_in,
    }
  )
}

export async function findStaffEmail(on: Queryable, staffId: string): Promise<string | undefined> {
  const [row] = await on.query<{ email: string }>(
    sql`select email from staff where id = ${staffId}`,
  )
  return row?.email
}

/** The address of an account that waits for its confirmation; undefined for any other. */
export async function findUnconfirmedEmail(
  on: Queryable,
  staffId: string,
): Promise<string | undefined> {
  const [row] = await on.query<{ email: string }>(sql`
    select email from staff where id = ${staffId} and pending = 'confirmation' and disabled_at is null`)
  return row?.email
}

export async function noteSignIn(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.query(sql`update staff set last_sign_in_at = now() where id = ${staffId}`)
}

/** Sets a password that its owner chose with a mailed link, or the operator: the account need not wait any more. */
export async function setPassword(
  transaction: Transaction,
  change: { staffId: string; passwordHash: string },
): Promise<void> {
  await transaction.query(sql`
    update staff set password_hash = ${change.passwordHash}, password_temporary = false,
      has_password = true, pending = null, updated_at = now(), revision = revision + 1
    where id = ${change.staffId}`)
}

/** Replaces a temporary password; false if it was replaced meanwhile. */
export async function replaceTemporaryPassword(
  transaction: Transaction,
  change: { staffId: string; temporaryHash: string; passwordHash: string },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update staff set password_hash = ${change.passwordHash}, password_temporary = false,
      updated_at = now(), revision = revision + 1
    where id = ${change.staffId} and password_hash = ${change.temporaryHash} and pending is null
    returning id`)
  return rows.length > 0
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
