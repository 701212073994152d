import type { EnvironmentName, RunStatus } from '@plinth/contract'
import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

interface ActivityRow extends Record<string, unknown> {
  workflowId: string
  runId: string | null
  status: RunStatus | null
  createdAt: Date | null
  /** The settings of the active schedules; empty while the project is stopped. */
  schedules: string[]
}

/** The newest run and the active schedules of each workflow; one index lookup each. */
export async function readActivity(
  on: Queryable,
  { projectId, environment }: { projectId: string; environment: EnvironmentName },
): Promise<ActivityRow[]> {
  return on.query<ActivityRow>(sql`
    select workflow.id as "workflowId", last.id as "runId", last.status,
      last.created_at as "createdAt", array(
        select trigger.settings from trigger
        where trigger.workflow_id = workflow.id and trigger.kind = 'trigger-schedule'
          and trigger.active and project.availability = 'open') as schedules
    from environment join project on project.id = environment.project_id
      join workflow on workflow.environment_id = environment.id
      left join lateral (
        select run.id, run.status, run.created_at from run where run.workflow_id = workflow.id
        order by run.id desc limit 1) as last on true
    where environment.project_id = ${projectId} and environment.name = ${environment}`)
}
