import type { EnvironmentName } from '@plinth/contract'
import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import type { Begun } from './run-beginning.ts'

export interface NewRun {
  id: string
  projectId: string
  environmentId: string
  workflowId: string
  workflowName: string
  version: number
  /** How many runs of its workflow may be under way at once; 0 for one that takes no slot. */
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
  /** It goes with its caller's run, which starts it. */
  isCalled?: boolean
  /** The run it repeats; from a turn on, or from the beginning. */
  replay?: { of: string; from: string | null; input: string | null }
}

/** A run that was written down: promised, unless it waits for a slot, is refused or is started by its caller. */
export interface AddedRun {
  promised: OutboxEntry | undefined
}

/**
 * Writes a run down as queued, or as failed if it is refused from the start; its graph is kept once. It is
 * promised at once if its workflow has a free slot that nobody waits for. Nothing if the event has its run already.
 */
export async function addRun(transaction: Transaction, run: NewRun): Promise<AddedRun | undefined> {
  const { graph, refusal, replay } = run
  const takesSlot = refusal === null && run.concurrency > 0
  const isStarted = refusal === null && run.isCalled !== true
  const [row] = await transaction.query<{ promised: string | null }>(sql`
    with graph as (
      insert into run_graph (project_id, digest, content)
      values (${run.projectId}, ${graph.digest}, ${graph.content})
      on conflict (project_id, digest) do update set used_on = current_date
        where run_graph.used_on < current_date
    ), line as materialized (
      select running < most and waiting = 0 as has_room from run_line
      where workflow_id = ${run.workflowId} and ${takesSlot} for update
    ), written as (
      insert into run (id, project_id, environment_id, workflow_id, workflow_name, version,
        graph_digest, concurrency, trigger, payload, parent_id, depth, event_key, status, error_node,
        error_message, ended_at, replay_of, replay_from, replay_input, awaited, slot)
      values (${run.id}, ${run.projectId}, ${run.environmentId}, ${run.workflowId},
        ${run.workflowName}, ${run.version}, ${graph.digest}, ${run.concurrency}, ${run.trigger},
        ${run.payload}, ${run.parentId}, ${run.depth}, ${run.eventKey},
        ${refusal === null ? 'queued' : 'failed'}, ${refusal === null ? null : ''}, ${refusal},
        ${refusal === null ? sql`null` : sql`now()`}, ${replay?.of ?? null}, ${replay?.from ?? null},
        ${replay?.input ?? null}, ${run.isAwaited === true},
        (select case when has_room then 'held' else 'waits' end from line))
      on conflict (event_key) where event_key is not null do nothing returning *
    ), taken as (
      update run_line set running = running + (slot = 'held')::integer,
        waiting = waiting + (slot = 'waits')::integer
      from written where run_line.workflow_id = written.workflow_id and slot is not null
    ), promised as (
      insert into outbox (topic, key)
      select 'run', id from written where ${isStarted} and slot is distinct from 'waits' returning id
    ), counted as (
      insert into run_uncounted (environment_id, hour, workflow_id, trigger, status, bucket)
      select environment_id, date_trunc('hour', created_at, 'UTC'), workflow_id, trigger, status, -1
      from written where ended_at is not null
    )
    select (select id::text from promised) as promised from written`)
  if (!row) return undefined
  const { promised: id } = row
  return { promised: id === null ? undefined : { id, topic: 'run', key: run.id } }
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
  slot: 'held' | 'waits' | null
  isAwaited: boolean
  startedAt: Date | null
  createdAt: Date
  replayOf: string | null
  replayFrom: string | null
  replayInput: string | null
}

const stored = sql`run.id, run.project_id as "projectId", environment_id as "environmentId",
  environment.name as environment, workflow_id as "workflowId", workflow_name as "workflowName",
  version, graph_digest as digest, concurrency, trigger, payload, depth, status, slot,
  awaited as "isAwaited", started_at as "startedAt", run.created_at as "createdAt",
  replay_of as "replayOf", replay_from as "replayFrom", replay_input as "replayInput"`

/** What is known of a run when it is written down, and never changes. */
export type WalkedRun = Pick<
  StoredRun,
  | ('id' | 'projectId' | 'environmentId' | 'environment' | 'workflowId' | 'version' | 'digest')
  | ('trigger' | 'payload' | 'depth' | 'isAwaited' | 'replayFrom' | 'replayInput')
>

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

/** A run as it was found: queued, begun by an attempt before, or over before it began. */
export interface BegunRun {
  run: WalkedRun
  begun: Begun
}

/** Reads runs that may be walked; nothing where there is no such run, or it waits for a slot. */
export async function findWalked(
  on: Queryable,
  ids: readonly string[],
): Promise<(BegunRun | undefined)[]> {
  const rows = await on.query<StoredRun>(sql`
    select ${stored} from run join environment on environment.id = environment_id
    where run.id = any(${ids}::text[]) and slot is distinct from 'waits'`)
  const byId = new Map(
    rows.map((run): [string, BegunRun] => {
      // A run that has ended is walked along its journal to the same end; what is not in the journal is not done any more.
      const isOpen = run.status === 'running' || run.status === 'waiting'
      const found = run.startedAt !== null && isOpen ? 'resumed' : 'over'
      return [run.id, { run, begun: run.status === 'queued' ? 'begun' : found }]
    }),
  )
  return ids.map((id) => byId.get(id))
}

/** Puts on record that runs began so long ago, unless they wait for a slot; how each was found. */
export async function beginRuns(
  on: Queryable,
  runs: readonly { id: string; forMs: number }[],
): Promise<Begun[]> {
  const rows = await on.query<{ id: string; begun: Begun }>(sql`
    with begun as (
      update run set status = 'running', change = nextval('run_change'),
        started_at = now() - given.ms * interval '1 millisecond'
      from unnest(${runs.map(({ id }) => id)}::text[],
        ${runs.map(({ forMs }) => forMs)}::double precision[]) as given (id, ms)
      where run.id = given.id and status = 'queued' and slot is distinct from 'waits'
      returning run.id
    )
    select id, case when id in (select id from begun) then 'begun'
      when started_at is not null and ended_at is null then 'resumed' else 'over' end as begun
    from run where id = any(${runs.map(({ id }) => id)}::text[])`)
  const byId = new Map(rows.map(({ id, begun }) => [id, begun]))
  return runs.map(({ id }) => byId.get(id) ?? 'over')
}

/** Whether every branch waits, or something is done again. */
export async function setWaiting(on: Queryable, id: string, waits: boolean): Promise<void> {
  const [from, to] = waits ? ['running', 'waiting'] : ['waiting', 'running']
  await on.query(sql`
    update run set status = ${to}, change = nextval('run_change')
    where id = ${id} and status = ${from}`)
}

/** Runs that were handed over some time ago and have not ended. */
export async function listOpenRuns(on: Queryable, olderThanMs: number): Promise<{ id: string }[]> {
  return on.query<{ id: string }>(sql`
    select id from run
    where ${open} and slot is distinct from 'waits'
      and created_at < now() - ${olderThanMs} * interval '1 millisecond'
      and not exists (select from outbox where topic = 'run' and outbox.key = run.id)
      -- Its caller starts it, maybe after a while.
      and not (trigger = 'workflow' and exists (select from run as caller
        where caller.id = run.parent_id and caller.status in ('queued', 'running', 'waiting')))
    order by created_at limit 5000`)
}
