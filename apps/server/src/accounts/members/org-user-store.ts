import type { PendingReason, User } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

const MAX_USERS = 200

/** Staff of the organisation who can be added to the project; admins are members of every project. */
export async function selectOrgUsers(
  on: Queryable,
  query: { projectId: string; organisationId: string; search: string },
): Promise<User[]> {
  const pattern = `%${query.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return on.query<User & Record<string, unknown>>(sql`
    select id, email, first_name, last_name, 'developer' as role from staff
    where organisation_id = ${query.organisationId} and not is_admin and disabled_at is null
      and (email_key like ${pattern} or lower(first_name || ' ' || last_name) like ${pattern})
      and not exists (select 1 from membership
        where membership.project_id = ${query.projectId} and membership.staff_id = staff.id)
    order by email_key limit ${MAX_USERS}`)
}

export async function findOrgUser(
  on: Queryable,
  { organisationId, userId }: { organisationId: string; userId: string },
): Promise<{ isAdmin: boolean } | undefined> {
  const [row] = await on.query<{ isAdmin: boolean }>(sql`
    select is_admin as "isAdmin" from staff
    where id = ${userId} and organisation_id = ${organisationId} and disabled_at is null`)
  return row
}

export interface NewStaff {
  id: string
  organisationId: string
  email: string
  firstName: string
  lastName: string
  passwordHash: string
  /** Set for an account that an owner creates; its password is temporary then. */
  pending?: PendingReason | null
  /** False if nobody knows the password. */
  hasPassword?: boolean
}

/** False if the email is in use, also under concurrent inserts. */
export async function addStaff(transaction: Transaction, staff: NewStaff): Promise<boolean> {
  const { pending = null, hasPassword = true } = staff
  const rows = await transaction.query(sql`
    insert into staff (id, organisation_id, email, first_name, last_name, password_hash, pending,
      password_temporary, has_password)
    values (${staff.id}, ${staff.organisationId}, ${staff.email}, ${staff.firstName},
      ${staff.lastName}, ${staff.passwordHash}, ${pending}, ${pending !== null}, ${hasPassword})
    on conflict (email_key) do nothing returning id`)
  return rows.length > 0
}
