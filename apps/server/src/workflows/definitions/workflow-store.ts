import type { EnvironmentName } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { syncTriggers } from './sync-triggers.ts'
import type { WorkflowText } from './workflow-text.ts'

export interface StoredWorkflow extends Record<string, unknown> {
  id: string
  name: string
  /** JSON texts, passed through unparsed. */
  nodes: string
  connections: string
  settings: string
  active: boolean
  nodeCount: number
  environmentId: string
  environment: EnvironmentName
  revision: number
  createdAt: Date
  updatedAt: Date
  triggers: StoredTrigger[]
}

/** `secret` is the random part of a webhook's URL. */
interface StoredTrigger {
  nodeId: string
  kind: string
  active: boolean
  secret: string | null
}

const columns = sql`workflow.id, workflow.name, workflow.nodes, workflow.connections, workflow.settings,
  workflow.active, workflow.node_count as "nodeCount", workflow.environment_id as "environmentId",
  environment.name as environment, workflow.revision, workflow.created_at as "createdAt",
  workflow.updated_at as "updatedAt", (
    select coalesce(json_agg(json_build_object('nodeId', trigger.node_id, 'kind', trigger.kind,
      'active', trigger.active, 'secret', webhook_address.secret) order by trigger.node_id), '[]')
    from trigger left join webhook_address using (workflow_id, node_id)
    where trigger.workflow_id = workflow.id) as triggers`
const from = sql`from workflow join environment on environment.id = workflow.environment_id`

export async function selectWorkflows(on: Queryable, projectId: string): Promise<StoredWorkflow[]> {
  return on.query<StoredWorkflow>(sql`
    select ${columns} ${from} where environment.project_id = ${projectId}
    order by workflow.created_at desc, workflow.id desc`)
}

interface Named {
  projectId: string
  workflowId: string
}

export async function findWorkflow(
  on: Queryable,
  { projectId, workflowId }: Named,
): Promise<StoredWorkflow | undefined> {
  const [row] = await on.query<StoredWorkflow>(sql`
    select ${columns} ${from}
    where workflow.id = ${workflowId} and environment.project_id = ${projectId}`)
  return row
}

/** Reads the workflow FOR UPDATE. */
export async function lockWorkflow(
  transaction: Transaction,
  { projectId, workflowId }: Named,
): Promise<StoredWorkflow | undefined> {
  const [row] = await transaction.query<StoredWorkflow>(sql`
    select ${columns} ${from}
    where workflow.id = ${workflowId} and environment.project_id = ${projectId}
    for update of workflow`)
  return row
}

/** Who saved it, and the deploy it belongs to. */
export interface SavedBy {
  by: string
  releaseId: string | null
  /** JSON of its tests. Left out, a new workflow has none, and an existing one keeps its own. */
  tests?: string
}

/** Stores the workflow as it is now as one of its versions. */
async function addVersion(
  transaction: Transaction,
  { id, revision, by, releaseId }: SavedBy & { id: string; revision: number },
): Promise<void> {
  await transaction.query(sql`
    insert into workflow_version (workflow_id, revision, name, nodes, connections, settings, active,
      node_count, by_name, release_id, tests)
    select id, ${revision}, name, nodes, connections, settings, active, node_count, ${by}::text,
      ${releaseId}::text, tests
    from workflow where id = ${id}`)
}

/** Returns false if the environment already has a workflow of that name. */
export async function addWorkflow(
  transaction: Transaction,
  added: SavedBy & { id: string; environmentId: string; text: WorkflowText },
): Promise<boolean> {
  const { id, environmentId, text, tests = '[]' } = added
  const rows = await transaction.query(sql`
    insert into workflow (id, environment_id, name, nodes, connections, settings, active, node_count,
      credentials, digest, tests)
    values (${id}, ${environmentId}, ${text.name}, ${text.nodes}, ${text.connections}, ${text.settings},
      ${text.active}, ${text.nodeCount}, ${JSON.stringify(text.credentials)}, ${text.digest}, ${tests})
    on conflict (environment_id, name) do nothing returning id`)
  if (rows.length === 0) return false
  await addVersion(transaction, { ...added, revision: 1 })
  await syncTriggers(transaction, { workflowId: id, environmentId, text })
  return true
}

const UNIQUE_VIOLATION = '23505'

/** Returns the new revision; undefined if the environment already has another workflow of that name. */
export async function saveWorkflow(
  transaction: Transaction,
  saved: SavedBy & { id: string; text: WorkflowText },
): Promise<number | undefined> {
  const { id, text, tests = null } = saved
  try {
    const [row] = await transaction.query<{ revision: number; environmentId: string }>(sql`
      update workflow set name = ${text.name}, nodes = ${text.nodes}, connections = ${text.connections},
        settings = ${text.settings}, active = ${text.active}, node_count = ${text.nodeCount},
        credentials = ${JSON.stringify(text.credentials)}, digest = ${text.digest},
        tests = coalesce(${tests}::text, tests), revision = revision + 1, updated_at = now()
      where id = ${id} returning revision, environment_id as "environmentId"`)
    const { revision, environmentId } = row ?? { revision: 0, environmentId: '' }
    await addVersion(transaction, { ...saved, revision })
    await syncTriggers(transaction, { workflowId: id, environmentId, text })
    return revision
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return undefined
    throw error
  }
}

export async function dropWorkflow(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(sql`delete from workflow where id = ${id}`)
}
