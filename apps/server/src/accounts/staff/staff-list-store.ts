import type { PendingReason, StaffMember } from '@plinth/contract'
import { HAS_SECOND_FACTOR } from '../../foundation/callers/second-factor-store.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

const STAFF_PAGE = 50

interface StaffRow extends Record<string, unknown> {
  id: string
  email: string
  email_key: string
  first_name: string
  last_name: string
  is_admin: boolean
  disabled: boolean
  pending: PendingReason | null
  two_factor: boolean
  connected: boolean
  break_glass: boolean
  last_sign_in_at: Date | null
  projects: StaffMember['projects']
}

/** A page of an organisation's staff with their projects, in one statement. */
export async function listStaffPage(
  on: Queryable,
  query: { organisationId: string; search: string; cursor: string },
): Promise<{ staff: StaffMember[]; nextCursor: string | null }> {
  const pattern = `%${query.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const rows = await on.query<StaffRow>(sql`
    select staff.id, email, email_key, first_name, last_name, is_admin,
      disabled_at is not null as disabled, pending, last_sign_in_at,
      ${HAS_SECOND_FACTOR} as two_factor,
      exists (select 1 from staff_identity where staff_identity.staff_id = staff.id) as connected, break_glass,
      coalesce((select jsonb_agg(jsonb_build_object('id', project.id, 'name', project.name,
          'role', membership.role, 'lastOwner', membership.role = 'owner' and not exists (
            select 1 from membership as other where other.project_id = project.id
              and other.role = 'owner' and other.staff_id <> staff.id)) order by project.name_key)
        from membership join project on project.id = membership.project_id
        where membership.staff_id = staff.id and project.deleted_at is null), '[]') as projects
    from staff where organisation_id = ${query.organisationId} and email_key > ${query.cursor}
      and (email_key like ${pattern} or lower(first_name || ' ' || last_name) like ${pattern})
    order by email_key limit ${STAFF_PAGE + 1}`)
  const page = rows.slice(0, STAFF_PAGE)
  return {
    staff: page.map((row) => ({
      id: row.id,
      email: row.email,
      first_name: row.first_name,
      last_name: row.last_name,
      role: row.is_admin ? 'admin' : 'developer',
      disabled: row.disabled,
      pending: row.pending,
      twoFactor: row.two_factor,
      connected: row.connected,
      breakGlass: row.break_glass,
      lastSignInOn: row.last_sign_in_at?.toISOString() ?? null,
      projects: row.projects,
    })),
    nextCursor: rows.length > STAFF_PAGE ? (page.at(-1)?.email_key ?? null) : null,
  }
}
