import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import type { LiveTrigger } from '../../definitions/trigger-store.ts'

/** The workflow of that name in an environment, if it has an active "called by workflow" trigger. */
export async function findCallable(
  on: Queryable,
  { environmentId, name }: { environmentId: string; name: string },
): Promise<LiveTrigger | undefined> {
  const [row] = await on.query<LiveTrigger>(sql`
    select trigger.workflow_id as "workflowId", trigger.node_id as "nodeId", trigger.kind,
      environment.project_id as "projectId", trigger.environment_id as "environmentId",
      environment.name as environment, workflow.name, workflow.revision
    from trigger join workflow on workflow.id = trigger.workflow_id
      join environment on environment.id = trigger.environment_id
    where trigger.environment_id = ${environmentId} and workflow.name = ${name}
      and trigger.kind = 'trigger-workflow' and trigger.active
    order by trigger.node_id limit 1`)
  return row
}

/** Reads how a called run ended. */
export async function findEnding(
  on: Queryable,
  runId: string,
): Promise<
  { status: string; result: string | null; node: string | null; message: string | null } | undefined
> {
  const [row] = await on.query<{
    status: string
    result: string | null
    node: string | null
    message: string | null
  }>(sql`
    select status, result, error_node as node, error_message as message from run
    where id = ${runId}`)
  return row
}
