import type { Queryable } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** What an active schedule says; nothing if it is not active. */
export async function findSchedule(
  on: Queryable,
  { workflowId, nodeId }: { workflowId: string; nodeId: string },
): Promise<{ environmentId: string; settings: string } | undefined> {
  const [row] = await on.query<{ environmentId: string; settings: string }>(sql`
    select environment_id as "environmentId", settings from trigger
    where workflow_id = ${workflowId} and node_id = ${nodeId} and kind = 'trigger-schedule' and active`)
  return row
}
