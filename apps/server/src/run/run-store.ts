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
  /** Somebody waits for it to answer. */
  isAwaited?: boolean
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
        error_message, ended_at, replay_of, replay_from, replay_input, awaited)
      values (${run.id}, ${run.projectId}, ${run.environmentId}, ${run.workflowId},
        ${run.workflowName}, ${run.version}, ${graph.digest}, ${run.concurrency}, ${run.trigger},
        ${run.payload}, ${run.parentId}, ${run.depth}, ${run.eventKey},
        ${refusal === null ? 'queued' : 'failed'}, ${refusal === null ? null : ''}, ${refusal},
        ${refusal === null ? sql`null` : sql`now()`}, ${replay?.of ?? null}, ${replay?.from ?? null},
        ${replay?.input ?? null}, ${run.isAwaited === true})
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
  isAwaited: boolean
  startedAt: Date | null
  createdAt: Date
  replayOf: string | null
  replayFrom: string | null
  replayInput: string | null
}

const stored = sql`run.id, run.project_id as "projectId", environment_id as "environmentId",
  environment.name as environment, workflow_id as "workflowId", workflow_name as "workflowName",
  version, graph_digest as digest, concurrency, trigger, payload, depth, status,
  awaited as "isAwaited", started_at as "startedAt", run.created_at as "createdAt",
  replay_of as "replayOf", replay_from as "replayFrom", replay_input as "replayInput"`

/** What a run is, apart from how far it has come. */
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

const open = sql`status in ('queued', 'running', 'waiting')`

/** A run as it was found: queued and now begun, begun by an attempt before, or over before it began. */
export interface BegunRun {
  run: StoredRun
  begun: 'begun' | 'resumed' | 'over'
}

/** Begins runs that are queued, and finds those that are not; nothing where there is no such run. */
export async function beginRuns(
  on: Queryable,
  ids: readonly string[],
): Promise<(BegunRun | undefined)[]> {
  const rows = await on.query<StoredRun & { isBegun: boolean }>(sql`
    with begun as (
      update run set status = 'running', started_at = now(), change = nextval('run_change')
      where id = any(${ids}::text[]) and status = 'queued' returning id
    )
    select ${stored}, run.id in (select id from begun) as "isBegun"
    from run join environment on environment.id = environment_id where run.id = any(${ids}::text[])`)
  const byId = new Map(
    rows.map(({ isBegun, ...run }): [string, BegunRun] => {
      // A run that was ended after it began is walked to the same end again, so that its journal is met.
      const found = run.startedAt === null ? 'over' : 'resumed'
      return [run.id, { run: run as StoredRun, begun: isBegun ? 'begun' : found }]
    }),
  )
  return ids.map((id) => byId.get(id))
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

/** Whoever waits for these runs is told once they are over. */
const tellOver = sql`
  select id, case when awaited then pg_notify('plinth_changed', 'run ' || id) end from written`

/** Ends runs, each once: an ended one stays as it ended. What was still under way in them is cancelled. */
export async function endRuns(on: Queryable, ends: readonly RunEnd[]): Promise<boolean[]> {
  const rows = await on.query<{ id: string }>(sql`
    with written as (
      update run set status = given.status, result = given.result, error_node = given.node,
        error_message = given.message, ended_at = now(), change = nextval('run_change')
      from unnest(${ends.map(({ id }) => id)}::text[], ${ends.map(({ status }) => status)}::text[],
        ${ends.map(({ result }) => result)}::text[],
        ${ends.map(({ error }) => error?.node ?? null)}::text[],
        ${ends.map(({ error }) => error?.message ?? null)}::text[])
        as given (id, status, result, node, message)
      where run.id = given.id and run.status in ('queued', 'running', 'waiting') returning run.*
    ), counted as (${countEnded}), stopped as (
      update run_node set status = 'cancelled', ended_at = now(), change = nextval('run_change')
      where run_id in (select id from written) and status in ('running', 'waiting')
    )
    ${tellOver}`)
  const ended = new Set(rows.map(({ id }) => id))
  return ends.map(({ id }) => ended.has(id))
}

/** Cancels a run that has not begun. */
export async function cancelQueued(on: Queryable, id: string): Promise<boolean> {
  const rows = await on.query(sql`
    with written as (
      update run set status = 'cancelled', ended_at = now(), change = nextval('run_change')
      where id = ${id} and status = 'queued' returning *
    ), counted as (${countEnded})
    ${tellOver}`)
  return rows.length > 0
}

/** Runs that were handed over some time ago and have not ended. */
export async function listOpenRuns(
  on: Queryable,
  olderThanMs: number,
): Promise<{ id: string; workflowId: string }[]> {
  return on.query<{ id: string; workflowId: string }>(sql`
    select id, workflow_id as "workflowId" from run
    where ${open} and created_at < now() - ${olderThanMs} * interval '1 millisecond'
      and not exists (select from outbox where topic in ('runInOrder', 'runInSlot', 'runTogether')
        and right(outbox.key, 30) = run.id)
      -- Its caller starts it, maybe after a while.
      and not (trigger = 'workflow' and exists (select from run as caller
        where caller.id = run.parent_id and caller.status in ('queued', 'running', 'waiting')))
    order by created_at limit 5000`)
}
