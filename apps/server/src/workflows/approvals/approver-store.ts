import type { Role } from '@plinth/contract'
import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

const MAX_RECIPIENTS = 200

/** Whether a row of staff with a membership may read the data of a row of `environment`. */
const mayRead = sql`(environment.name <> 'production' or is_admin or membership.role = 'owner'
  or developers_read_production)`

/** A member or admin that an entry of the approvers names by email or id. */
export interface NamedMember {
  approver: string
  id: string
  emailKey: string
  /** False for developers in production who may not read its data. */
  mayRead: boolean
}

/** The members and admins that are named by email or id. */
export async function findNamedMembers(
  on: Queryable,
  { environmentId, approvers }: { environmentId: string; approvers: readonly string[] },
): Promise<NamedMember[]> {
  return on.query<NamedMember & Record<string, unknown>>(sql`
    select approver, staff.id, email_key as "emailKey", ${mayRead} as "mayRead"
    from unnest(${approvers}::text[]) as given (approver)
    join environment on environment.id = ${environmentId}
    join project on project.id = environment.project_id
    join staff on staff.organisation_id = project.organisation_id
      and approver in (staff.id, email_key)
    left join membership on membership.project_id = project.id and membership.staff_id = staff.id
    where disabled_at is null and (is_admin or membership.role is not null)`)
}

/** The members that approvers mean by id or role, and admins by `role:admin`; only those who may read the environment. */
export async function listApproverEmails(
  on: Queryable,
  {
    projectId,
    environment,
    approvers,
  }: { projectId: string; environment: string; approvers: readonly string[] },
): Promise<{ id: string; email: string }[]> {
  return on.query<{ id: string; email: string }>(sql`
    select staff.id, staff.email from staff
    join project on project.organisation_id = staff.organisation_id
    join environment on environment.project_id = project.id and environment.name = ${environment}
    left join membership on membership.project_id = project.id and membership.staff_id = staff.id
    where project.id = ${projectId} and disabled_at is null and ${mayRead} and (
      ((is_admin or membership.role is not null) and staff.id = any(${approvers}::text[]))
      or (is_admin and 'role:admin' = any(${approvers}::text[]))
      or (membership.role = 'owner' and 'role:owner' = any(${approvers}::text[]))
      or (membership.role is not null and 'role:developer' = any(${approvers}::text[])))
    order by staff.email limit ${MAX_RECIPIENTS}`)
}

/** The approvers as people read them: emails in the place of ids. */
export async function nameApprovers(
  on: Queryable,
  approvers: readonly string[],
): Promise<string[]> {
  const rows = await on.query<{ id: string; email: string }>(
    sql`select id, email from staff where id = any(${approvers}::text[])`,
  )
  const emails = new Map(rows.map(({ id, email }) => [id, email]))
  return approvers.map((approver) => emails.get(approver) ?? approver)
}

interface FoundMember {
  email: string
  role: Role
  developersReadProduction: boolean
}

/** The rights of a person in a project at this moment; undefined without any. */
export async function findDecidingMember(
  on: Queryable,
  { projectId, staffId }: { projectId: string; staffId: string },
): Promise<FoundMember | undefined> {
  const [row] = await on.query<FoundMember & Record<string, unknown>>(sql`
    select email, case when is_admin then 'admin' else membership.role end as role,
      developers_read_production as "developersReadProduction"
    from staff join project on project.organisation_id = staff.organisation_id
    left join membership on membership.project_id = project.id and membership.staff_id = staff.id
    where staff.id = ${staffId} and project.id = ${projectId} and disabled_at is null
      and deleted_at is null and (is_admin or membership.role is not null)`)
  return row
}
