import type { Database, EnvironmentName } from '@plinth/contract'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export interface PlacedEnvironment {
  id: string
  projectId: string
  name: EnvironmentName
  placement: Placement
  ready: boolean
  /** Changes with everything that the notification channel reports for this environment. */
  version: string
}

interface PlacedRow extends Record<string, unknown> {
  id: string
  engine: Database
  server: string
  database: string
  schema: string
  connection: Buffer | null
  ready: boolean
  version: string
}

/** `xmin` changes with every write of a row. */
const version = sql`json_build_array(placement.xmin::text,
  (select old_digest from configuration where environment_id = environment.id),
  (select xmin::text from watched_rows where environment_id = environment.id),
  (select json_agg(xmin::text order by key) from constant where environment_id = environment.id)
  )::text as version`

/** An environment with the placement of its rows; undefined if its project was deleted. */
export async function findPlacedEnvironment(
  on: Queryable,
  { projectId, environment }: { projectId: string; environment: EnvironmentName },
): Promise<PlacedEnvironment | undefined> {
  const [row] = await on.query<PlacedRow>(sql`
    select environment.id, placement.engine, placement.server, placement.database, placement.schema,
      placement.connection, placement.ready, ${version}
    from environment join placement on placement.environment_id = environment.id
      join project on project.id = environment.project_id
    where environment.project_id = ${projectId} and environment.name = ${environment}
      and project.deleted_at is null`)
  if (!row) return undefined
  const { engine, server, database, schema, connection } = row
  const { id, ready, version: seen } = row
  const placement = { environmentId: id, engine, server, database, schema, connection }
  return { id, projectId, name: environment, placement, ready, version: seen }
}

/** Versions by environment id; environments that no longer exist are left out. */
export async function listEnvironmentVersions(
  on: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await on.query<{ id: string; version: string }>(sql`
    select environment.id, ${version}
    from environment join placement on placement.environment_id = environment.id
      join project on project.id = environment.project_id
    where environment.id = any(${ids}) and project.deleted_at is null and placement.ready`)
  return new Map(rows.map((row) => [row.id, row.version]))
}

/** An environment's constants. Secret ones have a null value. */
export async function listRuleConstants(
  on: Queryable,
  environmentId: string,
): Promise<{ key: string; value: string | null }[]> {
  return on.query<{ key: string; value: string | null }>(
    sql`select key, value from constant where environment_id = ${environmentId}`,
  )
}
