import type { EnvironmentName } from '@plinth/contract'
import type { Trigger } from '@plinth/engine'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

interface TriggerOf {
  workflowId: string
  nodeId: string
}

export async function dropOtherTriggers(
  transaction: Transaction,
  { workflowId, nodeIds }: { workflowId: string; nodeIds: readonly string[] },
): Promise<{ nodeId: string; kind: string }[]> {
  return transaction.query<{ nodeId: string; kind: string }>(sql`
    delete from trigger where workflow_id = ${workflowId} and node_id <> all(${nodeIds}::text[])
    returning node_id as "nodeId", kind`)
}

/** Returns true if the trigger was added or changed. */
export async function putTrigger(
  transaction: Transaction,
  trigger: Trigger & { workflowId: string; environmentId: string },
): Promise<boolean> {
  const { workflowId, nodeId, environmentId, kind, active } = trigger
  const rows = await transaction.query(sql`
    insert into trigger (workflow_id, node_id, environment_id, kind, settings, credentials, active)
    values (${workflowId}, ${nodeId}, ${environmentId}, ${kind}, ${JSON.stringify(trigger.parameters)},
      ${JSON.stringify(trigger.credentials)}, ${active})
    on conflict (workflow_id, node_id) do update set kind = excluded.kind,
      settings = excluded.settings, credentials = excluded.credentials, active = excluded.active
    where (trigger.kind, trigger.settings, trigger.credentials, trigger.active) is distinct from
      (excluded.kind, excluded.settings, excluded.credentials, excluded.active)
    returning node_id`)
  return rows.length > 0
}

/** A node that already has an address keeps it. */
export async function addWebhookAddresses(
  transaction: Transaction,
  {
    workflowId,
    addresses,
  }: { workflowId: string; addresses: readonly { nodeId: string; secret: string }[] },
): Promise<void> {
  await transaction.query(sql`
    insert into webhook_address (workflow_id, node_id, secret)
    select ${workflowId}, node_id, secret
    from unnest(${addresses.map(({ nodeId }) => nodeId)}::text[],
      ${addresses.map(({ secret }) => secret)}::text[]) as added (node_id, secret)
    on conflict (workflow_id, node_id) do update set unused_since = null
      where webhook_address.unused_since is not null`)
}

/** Starts the retention of the addresses of all other nodes: undo restores them until then. */
export async function retireWebhookAddresses(
  transaction: Transaction,
  { workflowId, nodeIds }: { workflowId: string; nodeIds: readonly string[] },
): Promise<void> {
  await transaction.query(sql`
    update webhook_address set unused_since = now() where workflow_id = ${workflowId}
      and unused_since is null and node_id <> all(${nodeIds}::text[])`)
}

/** An active trigger with the current version of its workflow. */
export interface LiveTrigger extends Record<string, unknown>, TriggerOf {
  kind: string
  projectId: string
  environmentId: string
  environment: EnvironmentName
  name: string
  revision: number
}

/** The columns and joins of a live trigger. */
export const liveTrigger = {
  columns: sql`trigger.workflow_id as "workflowId", trigger.node_id as "nodeId", trigger.kind,
    environment.project_id as "projectId", trigger.environment_id as "environmentId",
    environment.name as environment, workflow.name, workflow.revision`,
  joins: sql`join workflow on workflow.id = trigger.workflow_id
    join environment on environment.id = trigger.environment_id
    join project on project.id = environment.project_id and project.deleted_at is null`,
}

/** Returns undefined for a trigger that is inactive or belongs to another environment. */
export async function findLiveTrigger(
  on: Queryable,
  { environmentId, workflowId, nodeId }: TriggerOf & { environmentId: string },
): Promise<LiveTrigger | undefined> {
  const [row] = await on.query<LiveTrigger>(sql`
    select ${liveTrigger.columns} from trigger ${liveTrigger.joins}
    where trigger.workflow_id = ${workflowId} and trigger.node_id = ${nodeId}
      and trigger.environment_id = ${environmentId} and trigger.active`)
  return row
}
