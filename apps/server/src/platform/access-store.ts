import type { Role } from '@plinth/contract'
import type { Queryable } from './database.ts'
import type { Staff } from './session-store.ts'
import { sql } from './sql.ts'

/** A project as its caller may use it. */
export interface ProjectAccess {
  id: string
  role: Role
  state: 'provisioning' | 'ready'
}

/** The project with the caller's role in it, or nothing if the caller may not see it. */
export async function findProjectAccess(
  on: Queryable,
  { staff, projectId }: { staff: Staff; projectId: string },
): Promise<ProjectAccess | undefined> {
  const [row] = await on.query<{ state: ProjectAccess['state']; role: Role | null }>(sql`
    select project.state, membership.role
    from project left join membership
      on membership.project_id = project.id and membership.staff_id = ${staff.id}
    where project.id = ${projectId} and project.organisation_id = ${staff.organisationId}
      and project.deleted_at is null`)
  if (!row) return undefined
  const role = staff.isAdmin ? 'admin' : row.role
  return role ? { id: projectId, role, state: row.state } : undefined
}
