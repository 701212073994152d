import { type Placement, PROVISION_VERSION } from '../../../databases/engine/database-engine.ts'
import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import type { ConfigurationText } from '../../../projects/configuration/configuration-text.ts'
import type { WorkflowText } from '../../../workflows/definitions/workflow-text.ts'
import type { StagedFile } from './staged-file.ts'

/** Locks the environment until the transaction ends; returns whether a release of it is in progress. */
export async function lockEnvironment(
  transaction: Transaction,
  environmentId: string,
): Promise<{ isBusy: boolean } | undefined> {
  const held = await transaction.query(
    sql`select 1 from placement where environment_id = ${environmentId} for update`,
  )
  if (held.length === 0) return undefined
  const busy = await transaction.query(
    sql`select 1 from release where environment_id = ${environmentId} and state = 'running'`,
  )
  return { isBusy: busy.length > 0 }
}

export async function movePlacement(transaction: Transaction, to: Placement): Promise<void> {
  await transaction.query(sql`
    update placement set engine = ${to.engine}, server = ${to.server}, database = ${to.database},
      schema = ${to.schema}, connection = null, ready = true, provisioned = ${PROVISION_VERSION}
    where environment_id = ${to.environmentId}`)
}

export async function replaceConfiguration(
  transaction: Transaction,
  options: {
    environmentId: string
    draft: ConfigurationText
    applied: ConfigurationText
    staffId: string
  },
): Promise<void> {
  const { environmentId, draft, applied } = options
  const [row] = await transaction.query<{ revision: number }>(sql`
    update configuration set new_configuration = ${draft.text}, version = ${draft.version},
      database = ${draft.database}, old_configuration = ${applied.text}, old_digest = ${applied.digest},
      revision = revision + 1, updated_at = now()
    where environment_id = ${environmentId} returning revision`)
  await transaction.query(sql`
    insert into configuration_revision (environment_id, revision, configuration, staff_id)
    values (${environmentId}, ${row?.revision ?? 0}, ${draft.text}, ${options.staffId})`)
}

/** Updates the project's counts from both environments. */
export async function updateProjectCounts(
  transaction: Transaction,
  projectId: string,
): Promise<void> {
  await transaction.query(sql`
    update project set updated_at = now(), state = 'ready',
      in_sync = (select count(*) = 2 and count(distinct old_digest) = 1
        from configuration join environment on environment.id = environment_id
        where environment.project_id = project.id),
      table_count = (select json_array_length(new_configuration::json -> 'tables')
        from configuration join environment on environment.id = environment_id
        where environment.project_id = project.id and environment.name = 'dev')
    where id = ${projectId}`)
}

export interface KeptAddress extends Record<string, unknown> {
  workflowId: string
  nodeId: string
  secret: string
}

/** Deletes the workflows of an environment, but keeps webhook URLs and timers. */
export async function dropWorkflows(
  transaction: Transaction,
  environmentId: string,
): Promise<{ addresses: KeptAddress[]; schedules: string[] }> {
  const addresses = await transaction.query<KeptAddress>(sql`
    select workflow_id as "workflowId", node_id as "nodeId", secret
    from webhook_address join workflow on workflow.id = workflow_id
    where environment_id = ${environmentId}`)
  const schedules = await transaction.query<{ key: string }>(sql`
    select workflow_id || '/' || node_id as key from trigger
    where environment_id = ${environmentId} and kind = 'trigger-schedule'`)
  await transaction.query(sql`delete from workflow where environment_id = ${environmentId}`)
  return { addresses, schedules: schedules.map(({ key }) => key) }
}

export async function dropSettings(transaction: Transaction, environmentId: string): Promise<void> {
  await transaction.query(sql`delete from credential where environment_id = ${environmentId}`)
  await transaction.query(sql`delete from constant where environment_id = ${environmentId}`)
  await transaction.query(sql`delete from domain where environment_id = ${environmentId}`)
}

export async function insertWorkflow(
  transaction: Transaction,
  put: {
    id: string
    environmentId: string
    text: WorkflowText
    revision: number
    createdOn: string
    tests: string
  },
): Promise<void> {
  const { id, environmentId, text } = put
  await transaction.query(sql`
    insert into workflow (id, environment_id, name, nodes, connections, settings, active, node_count,
      credentials, digest, revision, created_at, tests)
    values (${id}, ${environmentId}, ${text.name}, ${text.nodes}, ${text.connections}, ${text.settings},
      ${text.active}, ${text.nodeCount}, ${JSON.stringify(text.credentials)}, ${text.digest},
      ${put.revision}, ${put.createdOn}, ${put.tests})`)
}

export async function insertVersion(
  transaction: Transaction,
  put: {
    workflowId: string
    revision: number
    name: string
    nodes: string
    connections: string
    settings: string
    active: boolean
    nodeCount: number
    by: string
    createdOn: string
    tests: string
  },
): Promise<void> {
  await transaction.query(sql`
    insert into workflow_version (workflow_id, revision, name, nodes, connections, settings, active,
      node_count, by_name, created_at, tests)
    values (${put.workflowId}, ${put.revision}, ${put.name}, ${put.nodes}, ${put.connections},
      ${put.settings}, ${put.active}, ${put.nodeCount}, ${put.by}, ${put.createdOn}, ${put.tests})`)
}

/** Marks every file of an environment for a new check of whether a row refers to it. */
export async function recheckFiles(transaction: Transaction, environmentId: string): Promise<void> {
  await transaction.query(sql`
    update upload set state = 'claimed', was_held = true, state_at = now()
    where environment_id = ${environmentId} and state <> 'pending'`)
}

export async function insertFile(
  transaction: Transaction,
  { environmentId, file }: { environmentId: string; file: StagedFile },
): Promise<void> {
  await transaction.query(sql`
    insert into upload (key, environment_id, table_id, column_id, file_name, type, acl, is_public, size,
      is_expired, state, row_id, was_held, store)
    values (${file.key}, ${environmentId}, ${file.tableId}, ${file.columnId}, ${file.fileName},
      ${file.type}, ${file.acl}, ${file.acl === 'public-read'}, ${file.size}, true, 'claimed', ${file.rowId}, true, ${file.store})
    on conflict (key) do update set state = 'claimed', row_id = excluded.row_id, was_held = true,
      state_at = now()`)
}

/**
 * Adds members from the archive who exist here, and who still belong to the source project if that exists
 * here too.
 */
export async function insertMembers(
  transaction: Transaction,
  options: {
    projectId: string
    sourceId: string
    organisationId: string
    members: readonly { email: string; role: 'owner' | 'developer' }[]
  },
): Promise<void> {
  await transaction.query(sql`
    insert into membership (project_id, staff_id, role)
    select ${options.projectId}, staff.id, member.role
    from unnest(${options.members.map(({ email }) => email)}::text[],
        ${options.members.map(({ role }) => role)}::text[]) as member (email, role)
      join staff on staff.email_key = lower(btrim(member.email))
        and staff.organisation_id = ${options.organisationId} and staff.disabled_at is null
    where not exists (select 1 from project where id = ${options.sourceId} and deleted_at is null)
      or exists (select 1 from membership where project_id = ${options.sourceId}
        and staff_id = staff.id and (role = 'owner' or role = member.role))
    on conflict (project_id, staff_id) do nothing`)
}

export async function putRunRetention(
  transaction: Transaction,
  options: { environmentId: string; days: number | null; runs: number | null },
): Promise<void> {
  await transaction.query(sql`
    insert into run_retention (environment_id, days, runs)
    values (${options.environmentId}, ${options.days}, ${options.runs})
    on conflict (environment_id) do update set days = excluded.days, runs = excluded.runs,
      revision = run_retention.revision + 1`)
}

export async function findFileStore(
  on: Queryable,
  projectId: string,
): Promise<'disk' | 's3' | undefined> {
  const [row] = await on.query<{ store: 'disk' | 's3' | null }>(
    sql`select file_store as store from project where id = ${projectId}`,
  )
  return row?.store ?? undefined
}

/** The keys that have a file record. */
export async function listKnownKeys(on: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const rows = await on.query<{ key: string }>(sql`select key from upload where key = any(${keys})`)
  return new Set(rows.map(({ key }) => key))
}
