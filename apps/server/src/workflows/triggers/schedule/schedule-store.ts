import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

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

/** Active schedules by the name of their timer, but for those whose timer is about to be set. */
export async function listSettledSchedules(
  on: Queryable,
): Promise<{ key: string; settings: string }[]> {
  return on.query<{ key: string; settings: string }>(sql`
    select workflow_id || '/' || node_id as key, settings from trigger
    where kind = 'trigger-schedule' and active and not exists (
      select from outbox where topic = 'keepSchedule' and key = workflow_id || '/' || node_id)`)
}
