import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

const MAX_RECIPIENTS = 200

/** Emails or ids among the approvers that are not members of the project, and not admins either. */
export async function listUnknownApprovers(
  on: Queryable,
  { projectId, approvers }: { projectId: string; approvers: readonly string[] },
): Promise<string[]> {
  const named = approvers.filter((approver) => !/^(role|link):/.test(approver))
  const rows = await on.query<{ approver: string }>(sql`
    select approver from unnest(${named}::text[]) as given (approver)
    where not exists (
      select from staff join project on project.organisation_id = staff.organisation_id
      left join membership on membership.project_id = project.id and membership.staff_id = staff.id
      where project.id = ${projectId} and approver in (staff.id, staff.email_key)
        and disabled_at is null and (is_admin or membership.role is not null))`)
  return rows.map(({ approver }) => approver)
}

/** The emails of members that the approvers mean: by email, id or role; those of admins by `role:admin`. */
export async function listApproverEmails(
  on: Queryable,
  { projectId, approvers }: { projectId: string; approvers: readonly string[] },
): Promise<{ id: string; email: string }[]> {
  return on.query<{ id: string; email: string }>(sql`
    select staff.id, staff.email from staff
    join project on project.organisation_id = staff.organisation_id
    left join membership on membership.project_id = project.id and membership.staff_id = staff.id
    where project.id = ${projectId} and disabled_at is null and (
      ((is_admin or membership.role is not null)
        and (staff.id = any(${approvers}::text[]) or email_key = any(${approvers}::text[])))
      or (is_admin and 'role:admin' = any(${approvers}::text[]))
      or (membership.role = 'owner' and 'role:owner' = any(${approvers}::text[]))
      or (membership.role is not null and 'role:developer' = any(${approvers}::text[])))
    order by staff.email limit ${MAX_RECIPIENTS}`)
}
