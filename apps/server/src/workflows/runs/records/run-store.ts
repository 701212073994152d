import type { EnvironmentName } from '@plinth/contract'
import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

export interface NewRun {
  id: string
  projectId: string
  environmentId: string
  workflowId: string
  workflowName: string
  version: number
  /** How many runs of its workflow may execute at once; 0 if it takes no slot. */
  concurrency: number
  trigger: string
  payload: string | null
  parentId: string | null
  /** The length of the chain of runs that led to it. */
  depth: number
  /** Deduplicates events: one run per key. */
  eventKey: string | null
  /** Why it is recorded as failed instead of being executed. */
  refusal: string | null
  graph: { digest: string; content: string }
  /** A caller waits for its result. */
  isAwaited?: boolean
  /** Started by its caller's run. */
  isCalled?: boolean
  /** The run it repeats; from a step, or from the start. */
  replay?: { of: string; from: string | null; input: string | null }
  /** The member of staff who started it by hand. */
  startedBy?: string
  /** The `traceparent` of what started it. */
  traceParent: string | null
}

/** A created run: enqueued unless it waits for a slot, was rejected, or is started by its caller. */
export interface AddedRun {
  enqueued: OutboxEntry | undefined
}

/**
 * Creates a queued run, or a failed one if it is rejected from the start; equal graphs are stored once. It is
 * enqueued at once if its workflow has a free slot and no queue. Returns undefined if the event already has a
 * run.
 */
export async function addRun(transaction: Transaction, run: NewRun): Promise<AddedRun | undefined> {
  const { graph, refusal, replay } = run
  const takesSlot = refusal === null && run.concurrency > 0
  const isStarted = refusal === null && run.isCalled !== true
  const [row] = await transaction.query<{ enqueued: string | null }>(sql`
    with graph as (
      insert into run_graph (project_id, digest, content)
      values (${run.projectId}, ${graph.digest}, ${graph.content})
      on conflict (project_id, digest) do update set used_on = current_date
        where run_graph.used_on < current_date
    ), line as materialized (
      select running < slots and queued = 0 as has_room from run_queue
      where workflow_id = ${run.workflowId} and ${takesSlot} for update
    ), written as (
      insert into run (id, project_id, environment_id, workflow_id, workflow_name, version,
        graph_digest, concurrency, trigger, payload, parent_id, depth, event_key, status, error_node,
        error_message, ended_at, replay_of, replay_from, replay_input, awaited, slot,
        started_by, trace_parent)
      values (${run.id}, ${run.projectId}, ${run.environmentId}, ${run.workflowId},
        ${run.workflowName}, ${run.version}, ${graph.digest}, ${run.concurrency}, ${run.trigger},
        ${run.payload}, ${run.parentId}, ${run.depth}, ${run.eventKey},
        ${refusal === null ? 'queued' : 'failed'}, ${refusal === null ? null : ''}, ${refusal},
        ${refusal === null ? sql`null` : sql`now()`}, ${replay?.of ?? null}, ${replay?.from ?? null},
        ${replay?.input ?? null}, ${run.isAwaited === true},
        (select case when has_room then 'held' else 'queued' end from line),
        ${run.startedBy ?? null}, ${run.traceParent})
      on conflict (event_key) where event_key is not null do nothing returning *
    ), taken as (
      update run_queue set running = running + (slot = 'held')::integer,
        queued = queued + (slot = 'queued')::integer
      from written where run_queue.workflow_id = written.workflow_id and slot is not null
    ), enqueued as (
      insert into outbox (topic, key)
      select 'run', id from written where ${isStarted} and slot is distinct from 'queued' returning id
    ), counted as (
      insert into run_uncounted (environment_id, hour, workflow_id, trigger, status, bucket)
      select environment_id, date_trunc('hour', created_at, 'UTC'), workflow_id, trigger, status, -1
      from written where ended_at is not null
    )
    select (select id::text from enqueued) as enqueued from written`)
  if (!row) return undefined
  const { enqueued: id } = row
  return { enqueued: id === null ? undefined : { id, topic: 'run', key: run.id } }
}

/** The run that an event already has. */
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
  slot: 'held' | 'queued' | null
  isAwaited: boolean
  startedAt: Date | null
  createdAt: Date
  replayOf: string | null
  replayFrom: string | null
  replayInput: string | null
  traceParent: string | null
}

const stored = sql`run.id, run.project_id as "projectId", environment_id as "environmentId",
  environment.name as environment, workflow_id as "workflowId", workflow_name as "workflowName",
  version, graph_digest as digest, concurrency, trigger, payload, depth, status, slot,
  awaited as "isAwaited", started_at as "startedAt", run.created_at as "createdAt",
  replay_of as "replayOf", replay_from as "replayFrom", replay_input as "replayInput",
  trace_parent as "traceParent"`

/** The immutable part of a run. */
export type RunDefinition = Pick<
  StoredRun,
  | ('id' | 'projectId' | 'environmentId' | 'environment' | 'workflowId' | 'version' | 'digest')
  | ('trigger' | 'payload' | 'depth' | 'isAwaited' | 'replayFrom' | 'replayInput' | 'traceParent')
>

/** Reads a run; undefined if it does not exist. */
export async function findRun(on: Queryable, id: string): Promise<StoredRun | undefined> {
  const [row] = await on.query<StoredRun>(sql`
    select ${stored}
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

/** Whether this attempt starts the run, an earlier attempt did, or it ended before it started. */
export type StartState = 'new' | 'resumed' | 'ended'

const open = sql`status in ('queued', 'running', 'waiting')`

/** A run with its state when loaded: not started, started by an earlier attempt, or ended. */
export interface FoundRun {
  run: RunDefinition
  startState: StartState
  /** Undefined if the run was not read from the database. */
  startedAt?: Date | null
}

/** Reads runs for execution; undefined where a run does not exist or waits for a slot. */
export async function findRunsToExecute(
  on: Queryable,
  ids: readonly string[],
): Promise<(FoundRun | undefined)[]> {
  const rows = await on.query<StoredRun>(sql`
    select ${stored} from run join environment on environment.id = environment_id
    where run.id = any(${ids}::text[]) and slot is distinct from 'queued'`)
  const byId = new Map(
    rows.map((run): [string, FoundRun] => {
      // An ended run is replayed along its journal to the same end; steps that are not in the journal are not
      // executed.
      const isOpen = run.status === 'running' || run.status === 'waiting'
      const found = run.startedAt !== null && isOpen ? 'resumed' : 'ended'
      return [
        run.id,
        { run, startState: run.status === 'queued' ? 'new' : found, startedAt: run.startedAt },
      ]
    }),
  )
  return ids.map((id) => byId.get(id))
}

/**
 * Records that runs started this long ago, unless they wait for a slot; returns the state in which each was
 * found.
 */
export async function beginRuns(
  on: Queryable,
  runs: readonly { id: string; forMs: number }[],
): Promise<StartState[]> {
  const rows = await on.query<{ id: string; begun: StartState }>(sql`
    with started as (
      update run set status = 'running', change = nextval('run_change'),
        started_at = now() - given.ms * interval '1 millisecond'
      from unnest(${runs.map(({ id }) => id)}::text[],
        ${runs.map(({ forMs }) => forMs)}::double precision[]) as given (id, ms)
      where run.id = given.id and status = 'queued' and slot is distinct from 'queued'
      returning run.id
    )
    select id, case when id in (select id from started) then 'new'
      when started_at is not null and ended_at is null then 'resumed' else 'ended' end as begun
    from run where id = any(${runs.map(({ id }) => id)}::text[])`)
  const byId = new Map(rows.map(({ id, begun }) => [id, begun]))
  return runs.map(({ id }) => byId.get(id) ?? 'ended')
}

/** Marks a run as waiting while all its branches wait, and as running again afterwards. */
export async function setWaiting(on: Queryable, id: string, waits: boolean): Promise<void> {
  const [from, to] = waits ? ['running', 'waiting'] : ['waiting', 'running']
  await on.query(sql`
    update run set status = ${to}, change = nextval('run_change')
    where id = ${id} and status = ${from}`)
}

/** Open runs that were dispatched some time ago. */
export async function listOpenRuns(on: Queryable, olderThanMs: number): Promise<{ id: string }[]> {
  return on.query<{ id: string }>(sql`
    select id from run
    where ${open} and slot is distinct from 'queued'
      and created_at < now() - ${olderThanMs} * interval '1 millisecond'
      and not exists (select from outbox where topic = 'run' and outbox.key = run.id)
      -- Its caller starts it, maybe later.
      and not (trigger = 'workflow' and exists (select from run as caller
        where caller.id = run.parent_id and caller.status in ('queued', 'running', 'waiting')))
    order by created_at limit 5000`)
}
