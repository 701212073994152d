import type { Configuration, Database, EnvironmentName } from '@plinth/contract'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { type ConfigurationText, readConfiguration } from '../configuration/configuration-text.ts'
import { CHANGED_CHANNEL } from './environment-store.ts'

/** An environment as a release sees it: its placement and configurations. */
export interface ReleaseTarget {
  environmentId: string
  environment: EnvironmentName
  placement: Placement
  ready: boolean
  draft: Configuration
  applied: Configuration
  revision: number
}

interface TargetRow extends Record<string, unknown> {
  id: string
  name: EnvironmentName
  engine: Database
  server: string
  database: string
  schema: string
  connection: Buffer | null
  ready: boolean
  new_configuration: string
  old_configuration: string
  revision: number
}

export async function findTarget(
  on: Queryable,
  { projectId, environment }: { projectId: string; environment: EnvironmentName },
): Promise<ReleaseTarget | undefined> {
  const [row] = await on.query<TargetRow>(sql`
    select environment.id, environment.name, placement.engine, placement.server, placement.database,
      placement.schema, placement.connection, placement.ready, configuration.new_configuration,
      configuration.old_configuration, configuration.revision
    from environment join placement on placement.environment_id = environment.id
      join configuration on configuration.environment_id = environment.id
    where environment.project_id = ${projectId} and environment.name = ${environment}`)
  if (!row) return undefined
  const { id: environmentId, engine, server, database, schema, connection } = row
  return {
    environmentId,
    environment: row.name,
    placement: { environmentId, engine, server, database, schema, connection },
    ready: row.ready,
    draft: readConfiguration(row.new_configuration),
    applied: readConfiguration(row.old_configuration),
    revision: row.revision,
  }
}

/** Stores the applied configuration; the project is in sync if both environments have the same. */
export async function recordApplied(
  transaction: Transaction,
  {
    projectId,
    environmentId,
    applied,
  }: { projectId: string; environmentId: string; applied: ConfigurationText },
): Promise<void> {
  await transaction.query(sql`
    update configuration set old_configuration = ${applied.text}, old_digest = ${applied.digest},
      updated_at = now() where environment_id = ${environmentId}`)
  // Notified even if the configuration is unchanged: a release may have created a missing view.
  await transaction.query(sql`select pg_notify(${CHANGED_CHANNEL}, ${environmentId})`)
  await transaction.query(sql`
    update project set updated_at = now(), in_sync = (
      select count(*) = 2 and count(distinct old_digest) = 1
      from configuration join environment on environment.id = environment_id
      where environment.project_id = project.id)
    where id = ${projectId}`)
}

/** The draft as it is now; call it after {@link recordApplied}, whose lock keeps others from saving. */
export async function readDraft(
  transaction: Transaction,
  environmentId: string,
): Promise<Configuration> {
  const [row] = await transaction.query<{ draft: string }>(sql`
    select new_configuration as draft from configuration where environment_id = ${environmentId}`)
  return readConfiguration(row?.draft ?? '{}')
}

/** Replaces the draft as a new revision. */
export async function moveDraft(
  transaction: Transaction,
  moved: { environmentId: string; draft: ConfigurationText; staffId: string },
): Promise<void> {
  const [row] = await transaction.query<{ revision: number }>(sql`
    update configuration set new_configuration = ${moved.draft.text}, version = ${moved.draft.version},
      database = ${moved.draft.database}, revision = revision + 1, updated_at = now()
    where environment_id = ${moved.environmentId} returning revision`)
  await transaction.query(sql`
    insert into configuration_revision (environment_id, revision, configuration, staff_id)
    values (${moved.environmentId}, ${row?.revision ?? 0}, ${moved.draft.text}, ${moved.staffId})`)
}

/** An environment's constants; secret ones have no value here, and rules may not read them. */
export async function listConstantKeys(
  on: Queryable,
  environmentId: string,
): Promise<{ key: string; isSecret: boolean; value?: string }[]> {
  const rows = await on.query<{ key: string; value: string | null }>(
    sql`select key, value from constant where environment_id = ${environmentId}`,
  )
  return rows.map(({ key, value }) =>
    value === null ? { key, isSecret: true } : { key, isSecret: false, value },
  )
}

/** Locks the placement until this transaction ends and returns its current database kind. */
export async function lockPlacement(
  transaction: Transaction,
  environmentId: string,
): Promise<Database | undefined> {
  const [row] = await transaction.query<{ engine: Database }>(
    sql`select engine from placement where environment_id = ${environmentId} for update`,
  )
  return row?.engine
}

export async function replacePlacement(
  transaction: Transaction,
  placement: Placement,
): Promise<void> {
  await transaction.query(sql`
    update placement set engine = ${placement.engine}, server = ${placement.server},
      database = ${placement.database}, schema = ${placement.schema}, ready = true
    where environment_id = ${placement.environmentId}`)
}
