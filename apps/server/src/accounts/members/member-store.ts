import type { AssignableRole, Member } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { nothing, sql } from '../../foundation/platform/sql.ts'

type MemberRow = Member & Record<string, unknown>

interface ProjectKey {
  projectId: string
  organisationId: string
}

async function readMembers(
  on: Queryable,
  { projectId, organisationId, memberId }: ProjectKey & { memberId?: string },
): Promise<Member[]> {
  const one = memberId === undefined ? nothing : sql`and staff.id = ${memberId}`
  return on.query<MemberRow>(sql`
    with owners as (
      select count(*) as number from membership where project_id = ${projectId} and role = 'owner'
    )
    select staff.id, staff.email, staff.first_name, staff.last_name, staff.pending,
      case when staff.is_admin then 'admin' else membership.role end as role,
      coalesce(membership.revision, 0) as revision,
      not staff.is_admin and membership.role = 'owner' and owners.number = 1 as last_owner
    from owners, staff left join membership
      on membership.staff_id = staff.id and membership.project_id = ${projectId}
    where staff.organisation_id = ${organisationId} and staff.id in (
      select staff_id from membership where project_id = ${projectId}
      union select id from staff where organisation_id = ${organisationId} and is_admin) ${one}
    order by staff.is_admin desc, membership.role = 'owner' desc, staff.email_key`)
}

/** The members of a project; admins are members of all projects. */
export const selectMembers = (on: Queryable, key: ProjectKey): Promise<Member[]> =>
  readMembers(on, key)

export async function findMember(
  on: Queryable,
  key: ProjectKey & { memberId: string },
): Promise<Member | undefined> {
  const [member] = await readMembers(on, key)
  return member
}

/** Locks the members of a project until this transaction ends; false if the project is deleted. */
export async function lockMembers(transaction: Transaction, projectId: string): Promise<boolean> {
  const rows = await transaction.query(
    sql`select 1 from project where id = ${projectId} and deleted_at is null for no key update`,
  )
  return rows.length > 0
}

/** False if the user is a member already. */
export async function addMembership(
  transaction: Transaction,
  added: { projectId: string; staffId: string; role: AssignableRole },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into membership (project_id, staff_id, role)
    values (${added.projectId}, ${added.staffId}, ${added.role})
    on conflict do nothing returning staff_id`)
  return rows.length > 0
}

/** The membership counts as given by hand from now on. */
export async function setRole(
  transaction: Transaction,
  changed: { projectId: string; memberId: string; role: AssignableRole },
): Promise<void> {
  await transaction.query(sql`
    update membership set role = ${changed.role}, from_group = false, revision = revision + 1
    where project_id = ${changed.projectId} and staff_id = ${changed.memberId}`)
}

export async function dropMembership(
  transaction: Transaction,
  { projectId, memberId }: { projectId: string; memberId: string },
): Promise<void> {
  await transaction.query(
    sql`delete from membership where project_id = ${projectId} and staff_id = ${memberId}`,
  )
}
