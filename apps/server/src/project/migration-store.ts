import type { Queryable } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import type { ConfigurationText } from './configuration-text.ts'

export interface OldConfiguration {
  environmentId: string
  revision: number
  text: string
}

/** Configurations that are stored in an older version than this build writes. */
export async function findOldConfigurations(
  on: Queryable,
  { organisationId, newest }: { organisationId: string; newest: string },
): Promise<OldConfiguration[]> {
  const rows = await on.query<{
    environment_id: string
    revision: number
    new_configuration: string
  }>(sql`
    select environment_id, revision, new_configuration
    from configuration join environment on environment.id = configuration.environment_id
      join project on project.id = environment.project_id
    where configuration.version <> ${newest} and project.organisation_id = ${organisationId}
      and project.deleted_at is null`)
  return rows.map((row) => ({
    environmentId: row.environment_id,
    revision: row.revision,
    text: row.new_configuration,
  }))
}

/** Leaves a configuration alone that somebody saved in the meantime. */
export async function raiseConfiguration(
  on: Queryable,
  { environmentId, revision, raised }: OldConfiguration & { raised: ConfigurationText },
): Promise<void> {
  await on.query(sql`
    update configuration set new_configuration = ${raised.text}, version = ${raised.version}
    where environment_id = ${environmentId} and revision = ${revision}`)
}

export async function countProjects(on: Queryable, organisationId: string): Promise<number> {
  const [row] = await on.query<{ count: number }>(sql`
    select count(*)::int as count from project
    where organisation_id = ${organisationId} and deleted_at is null`)
  return row?.count ?? 0
}
