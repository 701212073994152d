import type { Database, EnvironmentName } from '@plinth/contract'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

/** The database types of a project's environments that have tables. */
export async function listUsedEngines(
  on: Queryable,
  projectId: string,
): Promise<{ name: EnvironmentName; engine: Database }[]> {
  return on.query<{ name: EnvironmentName; engine: Database }>(sql`
    select environment.name, placement.engine
    from environment join placement on placement.environment_id = environment.id
      join configuration on configuration.environment_id = environment.id
    where project_id = ${projectId}
      and coalesce(json_array_length(old_configuration::json -> 'tables'), 0) > 0
    order by environment.name`)
}
