import type { AvailabilityState, Role } from '@plinth/contract'
import type { Queryable } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import type { Staff } from './session-store.ts'

/** A project as its caller may use it. */
export interface ProjectAccess {
  id: string
  role: Role
  state: 'provisioning' | 'ready'
  availability: AvailabilityState
  /** Whether developers may read production's data here. */
  developersReadProduction: boolean
}

interface AccessRow extends Record<string, unknown> {
  at: number
  state: ProjectAccess['state']
  availability: AvailabilityState
  role: Role | null
  developersReadProduction: boolean
}

interface Asked {
  staff: Staff
  projectId: string
}

/** The projects with their callers' roles, in the order of the input; undefined where the caller has no access. */
export async function findProjectAccesses(
  on: Queryable,
  asked: readonly Asked[],
): Promise<(ProjectAccess | undefined)[]> {
  const rows = await on.query<AccessRow>(sql`
    select asked.at::int, project.state, project.availability, membership.role,
      project.developers_read_production as "developersReadProduction"
    from unnest(${asked.map(({ projectId }) => projectId)}::text[],
      ${asked.map(({ staff }) => staff.id)}::text[],
      ${asked.map(({ staff }) => staff.organisationId)}::text[])
      with ordinality as asked (project_id, staff_id, organisation_id, at)
    join project on project.id = asked.project_id
      and project.organisation_id = asked.organisation_id and project.deleted_at is null
    left join membership
      on membership.project_id = project.id and membership.staff_id = asked.staff_id`)
  const found = new Map(rows.map((row) => [row.at - 1, row]))
  return asked.map(({ staff, projectId }, at) => {
    const { personalKey } = staff
    if (personalKey && !personalKey.projectIds.includes(projectId)) return undefined
    const row = found.get(at)
    const role = row && (staff.isAdmin ? 'admin' : row.role)
    if (!role) return undefined
    const { state, availability, developersReadProduction } = row
    return { id: projectId, role, state, availability, developersReadProduction }
  })
}

/** The project with the caller's role in it; undefined if the caller has no access. */
export async function findProjectAccess(
  on: Queryable,
  request: Asked,
): Promise<ProjectAccess | undefined> {
  const [access] = await findProjectAccesses(on, [request])
  return access
}
