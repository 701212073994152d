import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

interface Schedule extends Record<string, unknown> {
  environmentId: string
  projectId: string
  settings: string
  isOpen: boolean
}

/** The settings of a schedule with whether its project is open; undefined if it is not active. */
export async function findSchedule(
  on: Queryable,
  { workflowId, nodeId }: { workflowId: string; nodeId: string },
): Promise<Schedule | undefined> {
  const [row] = await on.query<Schedule>(sql`
    select trigger.environment_id as "environmentId", project.id as "projectId", trigger.settings,
      project.availability = 'open' as "isOpen"
    from trigger join environment on environment.id = trigger.environment_id
      join project on project.id = environment.project_id and project.deleted_at is null
    where trigger.workflow_id = ${workflowId} and trigger.node_id = ${nodeId}
      and trigger.kind = 'trigger-schedule' and trigger.active`)
  return row
}

/** Active schedules by timer key, except those whose timer is about to be set. */
export async function listSettledSchedules(
  on: Queryable,
): Promise<{ key: string; settings: string }[]> {
  return on.query<{ key: string; settings: string }>(sql`
    select workflow_id || '/' || node_id as key, settings from trigger
      join environment on environment.id = trigger.environment_id
      join project on project.id = environment.project_id and project.deleted_at is null
    where kind = 'trigger-schedule' and active and not exists (
      select from outbox where topic = 'syncSchedule' and outbox.key = workflow_id || '/' || node_id)`)
}
