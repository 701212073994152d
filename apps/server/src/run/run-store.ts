import type { EnvironmentName } from '@plinth/contract'
import type { Queryable, Transaction } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

export interface NewRun {
  id: string
  projectId: string
  environmentId: string
  workflowId: string
  workflowName: string
  version: number
  concurrency: number
  trigger: string
  /** What it is started with, as JSON. */
  payload: string | null
  parentId: string | null
  /** How many runs led to it. */
  depth: number
  /** What makes an event one run, however often it is told. */
  eventKey: string | null
  /** Why it does not run at all. */
  refusal: string | null
  graph: { digest: string; content: string }
  /** The run it repeats; from a turn on, or from the beginning. */
  replay?: { of: string; from: string | null; input: string | null }
}

/** Leaves word that runs which ended are to be counted. */
const countEnded = sql`
  insert into run_uncounted (environment_id, hour, workflow_id, trigger, status, bucket)
  select environment_id, date_trunc('hour', created_at, 'UTC'), workflow_id, trigger, status,
    run_bucket(started_at, ended_at)
  from written where ended_at is not null`

/**
 * Writes a run down as queued, or as failed if it is refused from the start; its graph is kept once.
 * False if the event has its run already.
 */
export async function addRun(transaction: Transaction, run: NewRun): Promise<boolean> {
  const { graph, refusal, replay } = run
  const rows = await transaction.query(sql`
    with graph as (
      insert into run_graph (project_id, digest, content)
      values (${run.projectId}, ${graph.digest}, ${graph.content})
      on conflict (project_id, digest) do update set used_on = current_date
        where run_graph.used_on < current_date
    ), written as (
      insert into run (id, project_id, environment_id, workflow_id, workflow_name, version,
        graph_digest, concurrency, trigger, payload, parent_id, depth, event_key, status, error_node,
        error_message, ended_at, replay_of, replay_from, replay_input)
      values (${run.id}, ${run.projectId}, ${run.environmentId}, ${run.workflowId},
        ${run.workflowName}, ${run.version}, ${graph.digest}, ${run.concurrency}, ${run.trigger},
        ${run.payload}, ${run.parentId}, ${run.depth}, ${run.eventKey},
        ${refusal === null ? 'queued' : 'failed'}, ${refusal === null ? null : ''}, ${refusal},
        ${refusal === null ? sql`null` : sql`now()`}, ${replay?.of ?? null}, ${replay?.from ?? null},
        ${replay?.input ?? null})
      on conflict (event_key) where event_key is not null do nothing returning *
    ), counted as (${countEnded})
    select id from written`)
  return rows.length > 0
}

/** The run that an event has already. */
export async function findRunOfEvent(on: Queryable, eventKey: string): Promise<string | undefined> {
  const [row] = await on.query<{ id: string }>(sql`
    select id from run where event_key = ${eventKey}`)
  return row?.id
}

export interface StoredRun extends Record<string, unknown> {
  id: string
  projectId: string
  environmentId: string
  environment: EnvironmentName
  workflowId: string
  workflowName: string
  version: number
  digest: string
  concurrency: number
  trigger: string
  payload: string | null
  depth: number
  status: string
  startedAt: Date | null
  createdAt: Date
  replayOf: string | null
  replayFrom: string | null
  replayInput: string | null
}

/** What a run is, apart from how far it has come. */
export async function findRun(on: Queryable, id: string): Promise<StoredRun | undefined> {
  const [row] = await on.query<StoredRun>(sql`
    select run.id, run.project_id as "projectId", environment_id as "environmentId",
      environment.name as environment, workflow_id as "workflowId", workflow_name as "workflowName",
      version, graph_digest as digest, concurrency, trigger, payload, depth, status,
      started_at as "startedAt", run.created_at as "createdAt", replay_of as "replayOf",
      replay_from as "replayFrom", replay_input as "replayInput"
    from run join environment on environment.id = environment_id where run.id = ${id}`)
  return row
}

export async function findGraph(
  on: Queryable,
  { projectId, digest }: { projectId: string; digest: string },
): Promise<string | undefined> {
  const [row] = await on.query<{ content: string }>(sql`
    select content from run_graph where project_id = ${projectId} and digest = ${digest}`)
  return row?.content
}

const open = sql`status in ('queued', 'running', 'waiting')`

/** Begins a run, or finds it begun by an attempt before; one that was cancelled before is over. */
export async function beginRun(on: Queryable, id: string): Promise<'begun' | 'resumed' | 'over'> {
  const [row] = await on.query<{ startedAt: Date | null }>(sql`
    with begun as (
      update run set status = 'running', started_at = now(), change = nextval('run_change')
      where id = ${id} and status = 'queued' returning id
    )
    select started_at as "startedAt" from run where id = ${id} and not exists (select from begun)`)
  if (row === undefined) return 'begun'
  // A run that was ended before is walked to the same end again, so that its journal is met.
  return row.startedAt === null ? 'over' : 'resumed'
}

/** Whether every branch waits, or something is done again. */
export async function setWaiting(on: Queryable, id: string, waits: boolean): Promise<void> {
  const [from, to] = waits ? ['running', 'waiting'] : ['waiting', 'running']
  await on.query(sql`
    update run set status = ${to}, change = nextval('run_change')
    where id = ${id} and status = ${from}`)
}

export interface RunEnd {
  id: string
  status: 'succeeded' | 'failed' | 'cancelled'
  result: string | null
  error: { node: string; message: string } | null
}

/** Ends a run, once: an ended one stays as it ended. What was still under way in it is cancelled. */
export async function endRun(on: Queryable, end: RunEnd): Promise<boolean> {
  const rows = await on.query(sql`
    with written as (
      update run set status = ${end.status}, result = ${end.result},
        error_node = ${end.error?.node ?? null}, error_message = ${end.error?.message ?? null},
        ended_at = now(), change = nextval('run_change')
      where id = ${end.id} and ${open} returning *
    ), counted as (${countEnded}), stopped as (
      update run_node set status = 'cancelled', ended_at = now(), change = nextval('run_change')
      where run_id in (select id from written) and status in ('running', 'waiting')
    )
    select id from written`)
  return rows.length > 0
}

/** Cancels a run that has not begun. */
export async function cancelQueued(on: Queryable, id: string): Promise<boolean> {
  const rows = await on.query(sql`
    with written as (
      update run set status = 'cancelled', ended_at = now(), change = nextval('run_change')
      where id = ${id} and status = 'queued' returning *
    ), counted as (${countEnded})
    select id from written`)
  return rows.length > 0
}

export interface NodeRecord {
  runId: string
  key: string
  attempt: number
  nodeId: string
  label: string
  kind: string
  status: 'running' | 'waiting' | 'succeeded' | 'failed'
  input: string
  output: string | null
  error: string | null
  /** What came of it beside the output, as JSON. */
  outcome: string | null
  logs: readonly string[]
  startedAt: Date
  origin: 'run' | 'pin'
}

/** Writes down what a node did; written again, nothing changes. An ended run takes no more. */
export async function recordNode(on: Queryable, record: NodeRecord): Promise<void> {
  const over = record.status === 'succeeded' || record.status === 'failed'
  await on.query(sql`
    insert into run_node (run_id, key, attempt, node_id, label, kind, status, input, output, error,
      outcome, logs, started_at, origin, ended_at)
    select ${record.runId}, ${record.key}, ${record.attempt}, ${record.nodeId}, ${record.label},
      ${record.kind}, ${record.status}, ${record.input}, ${record.output}, ${record.error},
      ${record.outcome}, ${JSON.stringify(record.logs)}, ${record.startedAt},
      ${record.origin}, ${over ? sql`now()` : sql`null`}
    where exists (select from run where id = ${record.runId} and ${open})
    on conflict (run_id, key, attempt) do update set status = excluded.status,
      output = excluded.output, error = excluded.error,
      outcome = excluded.outcome, logs = excluded.logs, ended_at = excluded.ended_at, change = nextval('run_change')
    where run_node.status in ('running', 'waiting')`)
}

/** What is on record of a turn that was taken before. */
export async function findTaken(
  on: Queryable,
  { runId, key, attempt }: { runId: string; key: string; attempt: number },
): Promise<{ outcome: string; output: string | null } | undefined> {
  const [row] = await on.query<{ outcome: string; output: string | null }>(sql`
    select outcome, output from run_node
    where run_id = ${runId} and key = ${key} and attempt = ${attempt} and outcome is not null`)
  return row
}

/** A node that only waited, for a time or for another workflow, has done so. */
export async function endWait(
  on: Queryable,
  {
    runId,
    key,
    output,
    error,
    outcome,
  }: Pick<NodeRecord, 'runId' | 'key' | 'output' | 'error' | 'outcome'>,
): Promise<void> {
  await on.query(sql`
    update run_node set status = ${error === null ? 'succeeded' : 'failed'}, output = ${output},
      error = ${error}, outcome = ${outcome}, ended_at = now(),
      change = nextval('run_change')
    where run_id = ${runId} and key = ${key} and status = 'waiting'`)
}

/** Runs that were handed over some time ago and have not ended. */
export async function listOpenRuns(
  on: Queryable,
  olderThanMs: number,
): Promise<{ id: string; workflowId: string }[]> {
  return on.query<{ id: string; workflowId: string }>(sql`
    select id, workflow_id as "workflowId" from run
    where ${open} and created_at < now() - ${olderThanMs} * interval '1 millisecond'
      and not exists (select from outbox where topic in ('runInOrder', 'runTogether')
        and outbox.key in (run.id, run.workflow_id || '/' || run.id))
      -- Its caller starts it, maybe after a while.
      and not (trigger = 'workflow' and exists (select from run as caller
        where caller.id = run.parent_id and caller.status in ('queued', 'running', 'waiting')))
    order by created_at limit 5000`)
}
