import type { ProjectFilter } from '@plinth/contract'
import type { Staff } from '../../foundation/callers/session-store.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import { nothing, type Sql, sql } from '../../foundation/platform/sql.ts'

export interface ListedProjects {
  staff: Staff
  page: number
  limit: number
  search: string
  status: ProjectFilter | undefined
}

/** Admins see every project of the organisation, others only their own. */
function visibleTo(staff: Staff): { from: Sql; role: Sql } {
  const ofKey = staff.personalKey
    ? sql`and project.id = any(${staff.personalKey.projectIds})`
    : nothing
  const ours = sql`where project.organisation_id = ${staff.organisationId}
    and project.deleted_at is null ${ofKey}`
  return staff.isAdmin
    ? { from: sql`from project ${ours}`, role: sql`'admin'` }
    : {
        from: sql`from project join membership on membership.project_id = project.id
          and membership.staff_id = ${staff.id} ${ours}`,
        role: sql`membership.role`,
      }
}

function matching(query: ListedProjects): Sql {
  const pattern = `%${query.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const bySearch = query.search
    ? sql`and (project.name_key like ${pattern} or project.id = ${query.search})`
    : nothing
  const isArchived = query.status === 'archived'
  const byStatus =
    query.status && !isArchived ? sql`and project.in_sync = ${query.status === 'in-sync'}` : nothing
  const listed = isArchived
    ? sql`and project.availability = 'archived'`
    : sql`and project.availability <> 'archived'`
  return sql`${bySearch} ${byStatus} ${listed}`
}

const iso = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

/** One page as the JSON of its answer, in one statement. */
export async function listProjectsAsJson(on: Queryable, query: ListedProjects): Promise<string> {
  const { from, role } = visibleTo(query.staff)
  const condition = matching(query)
  const skipped = (query.page - 1) * query.limit
  const [row] = await on.query<{ answer: string }>(sql`
    with page as (
      select project.id, project.name, project.region, ${role} as role, project.state,
        project.table_count, project.created_at, project.updated_at, project.availability,
        project.availability_reason, project.availability_by, project.availability_since,
        project.availability_revision
      ${from} ${condition}
      order by project.created_at desc, project.id desc limit ${query.limit} offset ${skipped}
    ), counted as (
      select count(*) filter (where project.availability <> 'archived') as every,
        count(*) filter (where not project.in_sync and project.availability <> 'archived') as out_of_sync,
        count(*) filter (where project.availability = 'archived') as archived,
        count(*) filter (where true ${condition}) as total
      ${from}
    )
    select json_build_object(
      'projects', coalesce((select json_agg(json_build_object(
        'id', page.id, 'name', page.name, 'region', page.region, 'role', page.role,
        'state', page.state, 'table_count', page.table_count,
        'availability', json_build_object('state', page.availability, 'reason', page.availability_reason,
          'by', (select first_name || ' ' || last_name from staff where id = page.availability_by),
          'since', to_char(page.availability_since at time zone 'UTC', ${iso}),
          'revision', page.availability_revision),
        'created_at', to_char(page.created_at at time zone 'UTC', ${iso}),
        'updated_at', to_char(page.updated_at at time zone 'UTC', ${iso}),
        'configurations', (
          select json_agg(json_build_object('old_configuration', json_build_object(
            'version', configuration.version, 'database', configuration.database,
            'digest', configuration.old_digest)) order by environment.name)
          from environment join configuration on configuration.environment_id = environment.id
          where environment.project_id = page.id)
        ) order by page.created_at desc, page.id desc) from page), '[]'::json),
      'total', counted.total,
      'counts', json_build_object('all', counted.every, 'outOfSync', counted.out_of_sync,
        'archived', counted.archived)
    )::text as answer from counted`)
  return row?.answer ?? '{}'
}
