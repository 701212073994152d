import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

/** The settings of a schedule; undefined if it is not active. */
export async function findSchedule(
  on: Queryable,
  { workflowId, nodeId }: { workflowId: string; nodeId: string },
): Promise<{ environmentId: string; settings: string } | undefined> {
  const [row] = await on.query<{ environmentId: string; settings: string }>(sql`
    select environment_id as "environmentId", settings from trigger
    where workflow_id = ${workflowId} and node_id = ${nodeId} and kind = 'trigger-schedule' and active`)
  return row
}

/** Active schedules by timer key, except those whose timer is about to be set. */
export async function listSettledSchedules(
  on: Queryable,
): Promise<{ key: string; settings: string }[]> {
  return on.query<{ key: string; settings: string }>(sql`
    select workflow_id || '/' || node_id as key, settings from trigger
    where kind = 'trigger-schedule' and active and not exists (
      select from outbox where topic = 'syncSchedule' and key = workflow_id || '/' || node_id)`)
}
