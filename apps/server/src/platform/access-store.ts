import type { Role } from '@plinth/contract'
import type { Queryable } from './database.ts'
import type { Staff } from './session-store.ts'
import { sql } from './sql.ts'

/** A project as its caller may use it. */
export interface ProjectAccess {
  id: string
  role: Role
  state: 'provisioning' | 'ready'
  /** Whether developers may read production's data here. */
  developersReadProduction: boolean
}

interface AccessRow extends Record<string, unknown> {
  state: ProjectAccess['state']
  role: Role | null
  developersReadProduction: boolean
}

/** The project with the caller's role in it, or nothing if the caller may not see it. */
export async function findProjectAccess(
  on: Queryable,
  { staff, projectId }: { staff: Staff; projectId: string },
): Promise<ProjectAccess | undefined> {
  const [row] = await on.query<AccessRow>(sql`
    select project.state, membership.role,
      project.developers_read_production as "developersReadProduction"
    from project left join membership
      on membership.project_id = project.id and membership.staff_id = ${staff.id}
    where project.id = ${projectId} and project.organisation_id = ${staff.organisationId}
      and project.deleted_at is null`)
  if (!row) return undefined
  const role = staff.isAdmin ? 'admin' : row.role
  if (!role) return undefined
  const { state, developersReadProduction } = row
  return { id: projectId, role, state, developersReadProduction }
}
