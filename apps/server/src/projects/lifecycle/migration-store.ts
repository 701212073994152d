import type { Placement } from '../../databases/engine/database-engine.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { ConfigurationText } from '../configuration/configuration-text.ts'

export interface OldConfiguration {
  projectId: string
  environmentId: string
  revision: number
  text: string
}

/** Configurations stored in an older version than this build writes. */
export async function findOldConfigurations(
  on: Queryable,
  { organisationId, newest }: { organisationId: string; newest: string },
): Promise<OldConfiguration[]> {
  return on.query<OldConfiguration & Record<string, unknown>>(sql`
    select project_id as "projectId", environment_id as "environmentId", revision, new_configuration as text
    from configuration join environment on environment.id = configuration.environment_id
      join project on project.id = environment.project_id
    where configuration.version <> ${newest} and project.organisation_id = ${organisationId}
      and project.deleted_at is null`)
}

/** An environment whose database was provisioned by an older build. */
export interface OutdatedDatabase {
  projectId: string
  placement: Placement
}

/** Locks the next outdated environment after the given id, by id; skips those that another process has locked. */
export async function lockNextOutdated(
  transaction: Transaction,
  query: { organisationId: string; newest: number; after: string },
): Promise<OutdatedDatabase | undefined> {
  const [row] = await transaction.query<
    Placement & { projectId: string } & Record<string, unknown>
  >(sql`
    select project_id as "projectId", environment_id as "environmentId", engine, server, database, schema,
      connection
    from placement join environment on environment.id = placement.environment_id
      join project on project.id = environment.project_id
    where provisioned < ${query.newest} and ready and project.organisation_id = ${query.organisationId}
      and project.deleted_at is null and environment_id > ${query.after}
    order by environment_id limit 1 for update of placement skip locked`)
  if (!row) return undefined
  const { projectId, ...placement } = row
  return { projectId, placement }
}

/** Stores the upgraded configuration, unless it was saved meanwhile. */
export async function raiseConfiguration(
  on: Queryable,
  {
    environmentId,
    revision,
    raised,
  }: Omit<OldConfiguration, 'text'> & { raised: ConfigurationText },
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
