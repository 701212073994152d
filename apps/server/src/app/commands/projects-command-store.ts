import type { Database, EnvironmentName } from '@plinth/contract'
import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export interface ProjectOverview extends Record<string, unknown> {
  id: string
  name: string
  organisation: string
  owners: string[]
  engines: Partial<Record<EnvironmentName, Database>>
  /** Whether it is open, and before that whether it is deleted or still being created. */
  state: string
  /** Bytes as last measured and counted since; null if nothing was measured yet. */
  rowBytes: number | null
  fileBytes: number | null
  lastBackup: Date | null
}

/** Every project that is not erased, by organisation and name. */
export async function listProjectOverviews(on: Queryable): Promise<ProjectOverview[]> {
  return on.query<ProjectOverview>(sql`
    select project.id, project.name, organisation.name as organisation,
      array(select email from membership join staff on staff.id = staff_id
        where project_id = project.id and role = 'owner' order by email_key) as owners,
      coalesce((select json_object_agg(environment.name, engine order by environment.name)
        from environment join placement on environment_id = environment.id
        where project_id = project.id), '{}'::json) as engines,
      case when deleted_at is not null then 'deleted' when state = 'provisioning' then state
        else availability end as state,
      greatest(0, row_bytes + added_row_bytes)::float8 as "rowBytes",
      greatest(0, file_bytes + added_file_bytes)::float8 as "fileBytes",
      (select max(ended_at) from backup where project_id = project.id and backup.state = 'done')
        as "lastBackup"
    from project join organisation on organisation.id = organisation_id
      left join project_usage on project_usage.project_id = project.id
    where erased_at is null
    order by organisation.name, organisation_id, project.name_key, project.id`)
}
