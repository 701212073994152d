import type { EnvironmentName } from '@plinth/contract'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

/** Makes the transaction see one snapshot of the platform. */
export async function useOneSnapshot(on: Queryable): Promise<void> {
  await on.query(sql`set transaction isolation level repeatable read, read only`)
}

export async function listMemberEmails(
  on: Queryable,
  projectId: string,
): Promise<{ email: string; role: 'owner' | 'developer' }[]> {
  return on.query<{ email: string; role: 'owner' | 'developer' }>(sql`
    select email, role from membership join staff on staff.id = staff_id
    where project_id = ${projectId} order by email`)
}

export async function findRunRetention(
  on: Queryable,
  environmentId: string,
): Promise<{ days: number | null; runs: number | null } | null> {
  const [row] = await on.query<{ days: number | null; runs: number | null }>(
    sql`select days, runs from run_retention where environment_id = ${environmentId}`,
  )
  return row ?? null
}

export interface WorkflowRow extends Record<string, unknown> {
  id: string
  name: string
  nodes: string
  connections: string
  settings: string
  active: boolean
  revision: number
  createdAt: Date
  /** JSON */
  tests: string
}

export async function listWorkflowIds(on: Queryable, environmentId: string): Promise<string[]> {
  const rows = await on.query<{ id: string }>(sql`
    select id from workflow where environment_id = ${environmentId} order by created_at, id`)
  return rows.map(({ id }) => id)
}

export async function readWorkflow(on: Queryable, id: string): Promise<WorkflowRow | undefined> {
  const [row] = await on.query<WorkflowRow>(sql`
    select id, name, nodes, connections, settings, active, revision, created_at as "createdAt", tests
    from workflow where id = ${id}`)
  return row
}

/** The next version after a revision; one at a time, since each may be large. */
export async function readNextVersion(
  on: Queryable,
  { workflowId, after }: { workflowId: string; after: number },
): Promise<(WorkflowRow & { nodeCount: number; by: string }) | undefined> {
  const [row] = await on.query<WorkflowRow & { nodeCount: number; by: string }>(sql`
    select name, nodes, connections, settings, active, revision, created_at as "createdAt", tests,
      node_count as "nodeCount", by_name as "by"
    from workflow_version where workflow_id = ${workflowId} and revision > ${after}
    order by revision limit 1`)
  return row
}

export interface ReferencedFile extends Record<string, unknown> {
  key: string
  tableId: string
  columnId: string
  fileName: string
  type: string
  acl: 'private' | 'public-read'
  rowId: string | null
  store: 'disk' | 's3'
}

/** Files that rows refer to, or did a moment ago, by key. */
export async function listReferencedFiles(
  on: Queryable,
  { environmentId, after }: { environmentId: string; after: string },
): Promise<ReferencedFile[]> {
  return on.query<ReferencedFile>(sql`
    select key, table_id as "tableId", column_id as "columnId", file_name as "fileName", type, acl,
      row_id as "rowId", store
    from upload where environment_id = ${environmentId} and state <> 'pending' and key > ${after}
    order by key limit 100`)
}

export interface ProjectCounts extends Record<string, unknown> {
  environment: EnvironmentName
  environmentId: string
  files: number
  workflows: number
  credentials: number
  constants: number
  domains: number
  runs: number
}

/** Counts what each environment of a project contains, except rows. */
export async function countProject(on: Queryable, projectId: string): Promise<ProjectCounts[]> {
  return on.query<ProjectCounts>(sql`
    select name as environment, id as "environmentId",
      (select count(*)::int from upload where environment_id = environment.id and state <> 'pending') as files,
      (select count(*)::int from workflow where environment_id = environment.id) as workflows,
      (select count(*)::int from credential where environment_id = environment.id) as credentials,
      (select count(*)::int from constant where environment_id = environment.id) as constants,
      (select count(*)::int from domain where environment_id = environment.id) as domains,
      (select count(*)::int from run where environment_id = environment.id) as runs
    from environment where project_id = ${projectId} order by name`)
}
