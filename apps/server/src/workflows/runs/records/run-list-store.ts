import type { Run, RunNode, RunStatus } from '@plinth/contract'
import type { Json } from '@plinth/engine'
import * as z from 'zod'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { idAtTime } from '../../../foundation/platform/new-id.ts'
import { nothing, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { readJson, readStored } from '../../../foundation/platform/stored-json.ts'

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
  replayOf: string | null
  startedBy: string | null
  starterName: string | null
  replayFrom: string | null
  traceParent: string | null
  digest: string
  payload: string | null
  result: string | null
  change: string
}

const columns = sql`run.id, workflow_id as "workflowId", workflow_name as "workflowName", version, status, trigger, run.created_at as "createdAt",
  started_at as "startedAt", ended_at as "endedAt", error_node as "errorNode",
  error_message as "errorMessage", replay_of as "replayOf", change::text,
  started_by as "startedBy", (select btrim(first_name || ' ' || last_name) from staff
    where staff.id = started_by) as "starterName"`

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
    replayOf: row.replayOf,
    startedBy: row.startedBy === null ? null : { id: row.startedBy, name: row.starterName ?? '' },
  }
}

export interface RunFilter {
  projectId: string
  environment: string
  workflowId?: string | undefined
  status?: RunStatus | undefined
  trigger?: string | undefined
  /** Only runs that this person started by hand, or only those that other people did. */
  starter?: { id: string; isOther: boolean } | undefined
  from?: string | undefined
  to?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Literals, so that a generic plan can still use the partial indexes. */
const STATUS_IS: Record<RunStatus, Sql> = {
  queued: sql`and status = 'queued'`,
  running: sql`and status = 'running'`,
  waiting: sql`and status = 'waiting'`,
  succeeded: sql`and status = 'succeeded'`,
  failed: sql`and status = 'failed'`,
  cancelled: sql`and status = 'cancelled'`,
}

/** Ids contain their creation time; this allows for clock differences between machines. */
const CLOCKS_DIFFER_MS = 10 * 60_000
const idNear = (iso: string, ms: number) => idAtTime('run', Date.parse(iso) + ms)

const starterIs = ({ id, isOther }: { id: string; isOther: boolean }) =>
  isOther ? sql`and started_by is not null and started_by <> ${id}` : sql`and started_by = ${id}`

/** Newest first. Ids grow with time, so the last id is the cursor. */
export async function selectRuns(on: Queryable, filter: RunFilter): Promise<Run[]> {
  const { workflowId, status, trigger, starter, from, to, cursor } = filter
  const rows = await on.query<RunRow>(sql`
    select ${columns}, ${filter.environment}::text as environment from run
    where environment_id = (select id from environment
        where project_id = ${filter.projectId} and name = ${filter.environment})
      ${workflowId === undefined ? nothing : sql`and workflow_id = ${workflowId}`}
      ${status === undefined ? nothing : STATUS_IS[status]}
      ${trigger === undefined ? nothing : sql`and trigger = ${trigger}`}
      ${starter === undefined ? nothing : starterIs(starter)}
      ${
        from === undefined
          ? nothing
          : sql`and run.created_at >= ${from}
        and run.id >= ${idNear(from, -CLOCKS_DIFFER_MS)}`
      }
      ${
        to === undefined
          ? nothing
          : sql`and run.created_at < ${to}
        and run.id < ${idNear(to, CLOCKS_DIFFER_MS)}`
      }
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
  result: Record<string, Json> | null
  change: number
  digest: string
  payload: string | null
  replayFrom: string | null
  traceParent: string | null
}

const Result = z.record(z.string(), z.custom<Json>())
const Logs = z.array(z.string())

export async function readRun(
  on: Queryable,
  { projectId, runId }: Named,
): Promise<SeenRun | undefined> {
  const [row] = await on.query<RunRow>(sql`
    select ${columns}, environment.name as environment, result, graph_digest as digest, payload, replay_from as "replayFrom",
      trace_parent as "traceParent" from run join environment on environment.id = run.environment_id
    where run.id = ${runId} and run.project_id = ${projectId}`)
  if (!row) return undefined
  const result = row.result === null ? null : readStored(Result, row.result, 'result of a run')
  const { digest, payload, replayFrom, traceParent } = row
  const change = Number(row.change)
  return { run: toRun(row), result, change, digest, payload, replayFrom, traceParent }
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
  origin: RunNode['origin']
  startedAt: Date
  endedAt: Date | null
  change: string
}

/** The step records of a run in start order, limited to those changed after `after`. */
export async function readRunNodes(
  on: Queryable,
  { runId, after }: { runId: string; after: number },
): Promise<{ node: RunNode; change: number }[]> {
  const rows = await on.query<NodeRow>(sql`
    select key, node_id as "nodeId", label, kind, attempt, status, input, output, error, logs,
      origin, started_at as "startedAt", ended_at as "endedAt", change::text
    from run_step where run_id = ${runId} and change > ${after}
    order by started_at, change`)
  return rows.map(({ change, startedAt, endedAt, ...row }) => ({
    change: Number(change),
    node: {
      ...row,
      input: readJson(row.input),
      output: row.output === null ? null : readJson(row.output),
      logs: readStored(Logs, row.logs, 'logs of a step'),
      startedOn: startedAt.toISOString(),
      endedOn: time(endedAt),
    },
  }))
}
