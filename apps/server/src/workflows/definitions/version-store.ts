import type { WorkflowVersion } from '@plinth/contract'
import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

interface VersionRow extends Record<string, unknown> {
  revision: number
  name: string
  active: boolean
  nodeCount: number
  by: string
  releaseId: string | null
  createdAt: Date
}

const columns = sql`revision, name, active, node_count as "nodeCount", by_name as "by",
  release_id as "releaseId", created_at as "createdAt"`

function toVersion({ createdAt, ...row }: VersionRow): WorkflowVersion {
  const { revision, name, active, nodeCount, by, releaseId } = row
  return { revision, name, active, nodeCount, by, releaseId, created_at: createdAt.toISOString() }
}

export async function selectWorkflowVersions(
  on: Queryable,
  workflowId: string,
): Promise<WorkflowVersion[]> {
  const rows = await on.query<VersionRow>(sql`
    select ${columns} from workflow_version where workflow_id = ${workflowId} order by revision desc`)
  return rows.map(toVersion)
}

export interface KeptVersion extends WorkflowVersion {
  nodes: string
  connections: string
  settings: string
}

export async function findVersion(
  on: Queryable,
  { workflowId, revision }: { workflowId: string; revision: number },
): Promise<KeptVersion | undefined> {
  const [row] = await on.query<
    VersionRow & { nodes: string; connections: string; settings: string }
  >(sql`
    select ${columns}, nodes, connections, settings from workflow_version
    where workflow_id = ${workflowId} and revision = ${revision}`)
  if (!row) return undefined
  const { nodes, connections, settings } = row
  return { ...toVersion(row), nodes, connections, settings }
}
