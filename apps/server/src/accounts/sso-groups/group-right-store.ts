import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { Grant, MembershipChange, OwnMembership } from './plan-memberships.ts'

interface Person {
  organisationId: string
  staffId: string
}

/** Makes changes of admins by groups wait for each other, so that two of them cannot take the last admin. */
export async function lockGroupAdmins(transaction: Transaction): Promise<void> {
  await transaction.query(
    sql`select pg_advisory_xact_lock(hashtextextended('admins of a group', 27))`,
  )
}

/** Locks the members of the projects that the groups may change, in one order, as a change by hand does. */
export async function lockGroupProjects(
  transaction: Transaction,
  { staffId, groups }: { staffId: string | undefined; groups: readonly string[] },
): Promise<void> {
  await transaction.query(sql`
    select 1 from project where id in (
      select project_id from sso_group_rule where group_name = any(${groups}::text[])
      union select project_id from membership where staff_id = ${staffId ?? null}::text and from_group)
    order by id for no key update`)
}

/** Records which ID token the groups are of; false if those of a newer one count already. */
export async function claimGroups(
  transaction: Transaction,
  { issuer, subject, issuedAt }: { issuer: string; subject: string; issuedAt: number },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update staff_identity set groups_at = to_timestamp(${issuedAt})
    where issuer = ${issuer} and subject = ${subject}
      and (groups_at is null or groups_at <= to_timestamp(${issuedAt})) returning 1`)
  return rows.length > 0
}

export async function selectGrants(
  on: Queryable,
  { organisationId, groups }: { organisationId: string; groups: readonly string[] },
): Promise<Grant[]> {
  return on.query<Grant & Record<string, unknown>>(sql`
    select project_id as "projectId", role from sso_group_rule
    where organisation_id = ${organisationId} and group_name = any(${groups}::text[])
    order by project_id`)
}

export async function selectOwnMemberships(
  on: Queryable,
  staffId: string,
): Promise<OwnMembership[]> {
  return on.query<OwnMembership & Record<string, unknown>>(sql`
    select project_id as "projectId", role, from_group as "fromGroup",
      role = 'owner' and not exists (select 1 from membership as other
        where other.project_id = membership.project_id and other.role = 'owner'
          and other.staff_id <> membership.staff_id) as "isLastOwner"
    from membership where staff_id = ${staffId} order by project_id`)
}

export async function applyChange(
  transaction: Transaction,
  { staffId, change }: { staffId: string; change: MembershipChange },
): Promise<void> {
  const { projectId } = change
  if (change.kind === 'add') {
    await transaction.query(sql`
      insert into membership (project_id, staff_id, role, from_group)
      values (${projectId}, ${staffId}, ${change.after}, true) on conflict do nothing`)
  } else if (change.kind === 'change') {
    await transaction.query(sql`
      update membership set role = ${change.after}, revision = revision + 1
      where project_id = ${projectId} and staff_id = ${staffId} and from_group`)
  } else if (change.kind === 'remove') {
    await transaction.query(sql`
      delete from membership
      where project_id = ${projectId} and staff_id = ${staffId} and from_group`)
  }
}

/** Whether the person is an admin, and whether a group made them one; locks the account. */
export async function lockAdminState(
  transaction: Transaction,
  staffId: string,
): Promise<{ isAdmin: boolean; fromGroup: boolean } | undefined> {
  const [row] = await transaction.query<{ isAdmin: boolean; fromGroup: boolean }>(sql`
    select is_admin as "isAdmin", admin_from_group as "fromGroup" from staff
    where id = ${staffId} for update`)
  return row
}

/** Locks the other admins who can sign in; false if there are none. */
export async function lockOtherAdmins(
  transaction: Transaction,
  { organisationId, staffId }: Person,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    select 1 from staff where organisation_id = ${organisationId} and is_admin
      and disabled_at is null and pending is null and id <> ${staffId} order by id for update`)
  return rows.length > 0
}

export async function setGroupAdmin(
  transaction: Transaction,
  { staffId, isAdmin }: { staffId: string; isAdmin: boolean },
): Promise<void> {
  await transaction.query(sql`
    update staff set is_admin = ${isAdmin}, admin_from_group = ${isAdmin}, updated_at = now(),
      revision = revision + 1 where id = ${staffId}`)
}
