import type { Run, RunNode } from '@plinth/contract'
import type { Queryable } from '../platform/database.ts'
import { nothing, sql } from '../platform/sql.ts'

interface RunRow extends Record<string, unknown> {
  id: string
  workflowId: string
  workflowName: string
  version: number
  environment: Run['environment']
  status: Run['status']
  trigger: Run['trigger']
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
  errorNode: string | null
  errorMessage: string | null
  result: string | null
  change: string
}

const columns = sql`run.id, workflow_id as "workflowId", workflow_name as "workflowName", version,
  environment.name as environment, status, trigger, run.created_at as "createdAt",
  started_at as "startedAt", ended_at as "endedAt", error_node as "errorNode",
  error_message as "errorMessage", change::text`

const time = (date: Date | null) => date?.toISOString() ?? null

function toRun(row: RunRow): Run {
  return {
    id: row.id,
    workflowId: row.workflowId,
    workflowName: row.workflowName,
    version: row.version,
    environment: row.environment,
    status: row.status,
    trigger: row.trigger,
    createdOn: row.createdAt.toISOString(),
    startedOn: time(row.startedAt),
    endedOn: time(row.endedAt),
    error:
      row.errorMessage === null ? null : { node: row.errorNode ?? '', message: row.errorMessage },
  }
}

export interface RunFilter {
  projectId: string
  environment: string
  workflowId?: string | undefined
  status?: string | undefined
  trigger?: string | undefined
  from?: string | undefined
  to?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Newest first; ids grow with time, so the last one seen is where to go on. */
export async function listRuns(on: Queryable, filter: RunFilter): Promise<Run[]> {
  const { workflowId, status, trigger, from, to, cursor } = filter
  const rows = await on.query<RunRow>(sql`
    select ${columns} from run join environment on environment.id = run.environment_id
    where environment.project_id = ${filter.projectId} and environment.name = ${filter.environment}
      ${workflowId === undefined ? nothing : sql`and workflow_id = ${workflowId}`}
      ${status === undefined ? nothing : sql`and status = ${status}`}
      ${trigger === undefined ? nothing : sql`and trigger = ${trigger}`}
      ${from === undefined ? nothing : sql`and run.created_at >= ${from}`}
      ${to === undefined ? nothing : sql`and run.created_at < ${to}`}
      ${cursor === undefined ? nothing : sql`and run.id < ${cursor}`}
    order by run.id desc limit ${filter.limit}`)
  return rows.map(toRun)
}

interface Named {
  projectId: string
  runId: string
}

export interface SeenRun {
  run: Run
  /** By label, once the run has ended. */
  result: Record<string, never> | null
  change: number
}

export async function readRun(
  on: Queryable,
  { projectId, runId }: Named,
): Promise<SeenRun | undefined> {
  const [row] = await on.query<RunRow>(sql`
    select ${columns}, result from run join environment on environment.id = run.environment_id
    where run.id = ${runId} and run.project_id = ${projectId}`)
  if (!row) return undefined
  const result = row.result === null ? null : JSON.parse(row.result)
  return { run: toRun(row), result, change: Number(row.change) }
}

interface NodeRow extends Record<string, unknown> {
  key: string
  nodeId: string
  label: string
  kind: string
  attempt: number
  status: RunNode['status']
  input: string
  output: string | null
  error: string | null
  logs: string
  startedAt: Date
  endedAt: Date | null
  change: string
}

/** What nodes did, in the order in which they began; only what was written after a change. */
export async function readRunNodes(
  on: Queryable,
  { runId, after }: { runId: string; after: number },
): Promise<{ node: RunNode; change: number }[]> {
  const rows = await on.query<NodeRow>(sql`
    select key, node_id as "nodeId", label, kind, attempt, status, input, output, error, logs,
      started_at as "startedAt", ended_at as "endedAt", change::text
    from run_node where run_id = ${runId} and change > ${after}
    order by started_at, change`)
  return rows.map(({ change, startedAt, endedAt, ...row }) => ({
    change: Number(change),
    node: {
      ...row,
      input: JSON.parse(row.input),
      output: row.output === null ? null : JSON.parse(row.output),
      logs: JSON.parse(row.logs),
      startedOn: startedAt.toISOString(),
      endedOn: time(endedAt),
    },
  }))
}
