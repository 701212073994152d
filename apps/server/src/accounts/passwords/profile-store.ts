import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export async function findPasswordHash(on: Queryable, staffId: string): Promise<string> {
  const [row] = await on.query<{ password_hash: string }>(
    sql`select password_hash from staff where id = ${staffId}`,
  )
  return row?.password_hash ?? ''
}

export interface SavedProfile {
  staffId: string
  email: string
  firstName: string
  lastName: string
  passwordHash: string
  /** The stored hash when the current password was checked. */
  checkedHash: string
}

interface ProfileRow extends Record<string, unknown> {
  email: string
  firstName: string
  lastName: string
  revision: number
}

const UNIQUE_VIOLATION = '23505'

/** Saves a profile unless its password has changed since or another account has the email. */
export async function setProfile(
  transaction: Transaction,
  saved: SavedProfile,
): Promise<'saved' | 'changed meanwhile' | 'email taken'> {
  try {
    const rows = await transaction.query(sql`
      update staff set email = ${saved.email}, first_name = ${saved.firstName},
        last_name = ${saved.lastName}, password_hash = ${saved.passwordHash},
        updated_at = now(), revision = revision + 1
      where id = ${saved.staffId} and password_hash = ${saved.checkedHash} returning id`)
    return rows.length > 0 ? 'saved' : 'changed meanwhile'
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return 'email taken'
    throw error
  }
}

/** Reads the profile FOR UPDATE. */
export async function lockProfileForUpdate(transaction: Transaction, staffId: string) {
  const [row] = await transaction.query<ProfileRow>(sql`
    select email, first_name as "firstName", last_name as "lastName", revision
    from staff where id = ${staffId} for update`)
  return row
}

/** Revokes password links; called when the password or the email changes. */
export async function dropResets(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.query(sql`delete from password_reset where staff_id = ${staffId}`)
}
