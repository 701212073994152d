import type { Database, EnvironmentName } from '@plinth/contract'
import { type Placement, PROVISION_VERSION } from '../../databases/engine/database-engine.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export const CHANGED_CHANNEL = 'plinth_environment'

const HOSTS_OF = 'hosts of '

/**
 * The project whose domains or origins have changed, or '' for any; undefined if the notification is of something else.
 * The database also sends "hosts", for processes of release 0.2.0.
 */
export function readChangedHosts(payload: string): string | undefined {
  return payload.startsWith(HOSTS_OF) ? payload.slice(HOSTS_OF.length) : undefined
}

export async function addEnvironment(
  transaction: Transaction,
  added: { projectId: string; name: EnvironmentName; placement: Placement },
): Promise<void> {
  const { placement } = added
  await transaction.query(sql`
    insert into environment (id, project_id, name)
    values (${placement.environmentId}, ${added.projectId}, ${added.name})`)
  await transaction.query(sql`
    insert into placement (environment_id, engine, server, database, schema, connection)
    values (${placement.environmentId}, ${placement.engine}, ${placement.server}, ${placement.database},
      ${placement.schema}, ${placement.connection})`)
}

/** The newest data database on a server and its number of schemas; older ones are full. */
export async function findNewestDataDatabase(
  on: Queryable,
  { server, prefix }: { server: string; prefix: string },
): Promise<{ database: string; schemas: number } | undefined> {
  const [row] = await on.query<{ database: string; schemas: number }>(sql`
    select newest.database, (select count(*)::int from placement
      where engine = 'postgres' and server = ${server} and database = newest.database) as schemas
    from (select database from placement where engine = 'postgres' and server = ${server}
      and database like ${`${prefix}%`} order by database desc limit 1) as newest`)
  return row
}

interface PlacementRow extends Record<string, unknown> {
  environment_id: string
  engine: Database
  server: string
  database: string
  schema: string
  connection: Buffer | null
}

const toPlacement = (row: PlacementRow): Placement => ({
  environmentId: row.environment_id,
  engine: row.engine,
  server: row.server,
  database: row.database,
  schema: row.schema,
  connection: row.connection,
})

export async function listPlacements(on: Queryable, projectId: string): Promise<Placement[]> {
  const rows = await on.query<PlacementRow>(sql`
    select environment_id, engine, server, database, schema, connection
    from placement join environment on environment.id = placement.environment_id
    where environment.project_id = ${projectId} order by environment.name`)
  return rows.map(toPlacement)
}

/** The placements of a project whose removal has begun; undefined for any other. */
export async function listErasedPlacements(
  on: Queryable,
  projectId: string,
): Promise<Placement[] | undefined> {
  const rows = await on.query<PlacementRow | { environment_id: null }>(sql`
    select environment_id, engine, server, database, schema, connection
    from project left join environment on environment.project_id = project.id
      left join placement on placement.environment_id = environment.id
    where project.id = ${projectId} and project.erased_at is not null order by environment.name`)
  if (rows.length === 0) return undefined
  return rows.flatMap((row) => (row.environment_id === null ? [] : [toPlacement(row)]))
}

export async function markPlaced(on: Queryable, environmentId: string): Promise<void> {
  await on.query(sql`update placement set ready = true, provisioned = ${PROVISION_VERSION}
    where environment_id = ${environmentId}`)
}

export async function selectEnvironments(
  on: Queryable,
  projectId: string,
): Promise<{ id: string; name: EnvironmentName }[]> {
  return on.query<{ id: string; name: EnvironmentName }>(
    sql`select id, name from environment where project_id = ${projectId} order by name`,
  )
}

export async function findEnvironment(
  on: Queryable,
  { projectId, name }: { projectId: string; name: EnvironmentName },
): Promise<{ id: string; name: EnvironmentName } | undefined> {
  return (await selectEnvironments(on, projectId)).find((environment) => environment.name === name)
}

/** Whether the project of an environment is deleted; undefined if there is no such environment. */
export async function isEnvironmentDeleted(
  on: Queryable,
  id: string,
): Promise<boolean | undefined> {
  const [row] = await on.query<{ isDeleted: boolean }>(sql`
    select project.deleted_at is not null as "isDeleted"
    from environment join project on project.id = environment.project_id where environment.id = ${id}`)
  return row?.isDeleted
}
