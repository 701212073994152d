import type { EnvironmentName } from '@plinth/contract'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

export interface ListedEnvironment extends Record<string, unknown> {
  id: string
  projectId: string
  project: string
  name: EnvironmentName
}

/** The environments of projects that are complete and not being removed; those in the trash are included. */
export async function listCompleteEnvironments(on: Queryable): Promise<ListedEnvironment[]> {
  return on.query<ListedEnvironment>(sql`
    select environment.id, project.id as "projectId", project.name as project, environment.name
    from environment join project on project.id = project_id join placement on environment_id = environment.id
    where erased_at is null and state = 'ready' and ready
    order by project.created_at, project.id, environment.name`)
}

/** Whether the environment still exists and is not being removed. */
export async function isEnvironmentAlive(on: Queryable, id: string): Promise<boolean> {
  const rows = await on.query(sql`
    select from environment join project on project.id = project_id
    where environment.id = ${id} and erased_at is null`)
  return rows.length > 0
}

/** Whether a PostgreSQL server has a database of this name. */
export async function hasDatabase(on: Queryable, name: string): Promise<boolean> {
  return (await on.query(sql`select from pg_database where datname = ${name}`)).length > 0
}

/** Whether a data database has rows of an environment. */
export async function hasEnvironmentSchema(on: Queryable): Promise<boolean> {
  const rows = await on.query(
    sql`select from pg_namespace where starts_with(nspname, 'e_') limit 1`,
  )
  return rows.length > 0
}
