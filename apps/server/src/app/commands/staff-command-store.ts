import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export interface ListedStaff extends Record<string, unknown> {
  email: string
  isAdmin: boolean
  disabled: boolean
  isPending: boolean
  isBreakGlass: boolean
  lastSignIn: Date | null
}

export async function listAllStaff(on: Queryable): Promise<ListedStaff[]> {
  return on.query<ListedStaff>(sql`
    select email, is_admin as "isAdmin", disabled_at is not null as disabled,
      pending is not null as "isPending", break_glass as "isBreakGlass", last_sign_in_at as "lastSignIn"
    from staff order by is_admin desc, email_key`)
}

export interface HeldStaff extends Record<string, unknown> {
  id: string
  organisationId: string
  isAdmin: boolean
  disabled: boolean
  hasPassword: boolean
}

export async function holdStaffByEmail(
  transaction: Transaction,
  email: string,
): Promise<HeldStaff | undefined> {
  const [row] = await transaction.query<HeldStaff>(sql`
    select id, organisation_id as "organisationId", is_admin as "isAdmin",
      disabled_at is not null as disabled, has_password as "hasPassword"
    from staff where email_key = lower(btrim(${email})) for update`)
  return row
}

export async function countOtherAdmins(
  transaction: Transaction,
  { organisationId, id }: { organisationId: string; id: string },
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(sql`
    select count(*)::int as count from staff where organisation_id = ${organisationId}
      and is_admin and disabled_at is null and id <> ${id}`)
  return row?.count ?? 0
}

/** Groups do not take what the operator gave. */
export async function makeAdmin(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.query(sql`
    update staff set is_admin = true, admin_from_group = false, disabled_at = null, updated_at = now(), revision = revision + 1
    where id = ${staffId}`)
}

export async function findOnlyOrganisation(on: Queryable): Promise<string | undefined> {
  const [row] = await on.query<{ id: string }>(
    sql`select id from organisation order by created_at limit 1`,
  )
  return row?.id
}

export async function setBreakGlass(
  transaction: Transaction,
  { staffId, isBreakGlass }: { staffId: string; isBreakGlass: boolean },
): Promise<void> {
  await transaction.query(sql`
    update staff set break_glass = ${isBreakGlass},
      admin_from_group = admin_from_group and not ${isBreakGlass}, updated_at = now(), revision = revision + 1
    where id = ${staffId}`)
}
