import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { isListenedTo } from '../../definitions/listener-store.ts'
import { admitRuns } from './queue-store.ts'
import type { NewRun } from './run-store.ts'

/** A run to be started by a trigger, with the trigger as last read. */
export interface RunOfTrigger extends NewRun {
  nodeId: string
}

/**
 * Created and enqueued unless it waits for a slot; `known` if the event already has a run; `stale` if the
 * trigger has changed since it was read.
 */
export type IntakeResult =
  | {
      enqueued: OutboxEntry | undefined
      /** The webhook that started it has an open listener. */
      isListenedTo: boolean
    }
  | 'known'
  | 'stale'

interface Row extends Record<string, unknown> {
  runId: string
  isNew: boolean
  id: string | null
  /** Runs are queued although the workflow has a free slot. */
  isStanding: boolean
  isListenedTo: boolean
  workflowId: string
}

/**
 * Creates runs in one statement, each only if its trigger is unchanged, and enqueues those that get a slot.
 * Runs that are already queued go first.
 */
export async function addRuns(
  on: Queryable,
  runs: readonly RunOfTrigger[],
): Promise<readonly IntakeResult[]> {
  const all = <K extends keyof RunOfTrigger>(name: K) => runs.map((run) => run[name])
  const graphs = [
    ...new Map(runs.map((run) => [`${run.projectId}/${run.graph.digest}`, run])).values(),
  ]
  const rows = await on.query<Row>(sql`
    with graph as (
      insert into run_graph (project_id, digest, content)
      select * from unnest(${graphs.map((run) => run.projectId)}::text[],
        ${graphs.map((run) => run.graph.digest)}::text[], ${graphs.map((run) => run.graph.content)}::text[])
      on conflict (project_id, digest) do update set used_on = current_date
        where run_graph.used_on < current_date
    ), live as (
      select given.*, row_number() over (partition by given.workflow_id order by given.id) as place
      from unnest(${all('id')}::text[], ${all('projectId')}::text[],
        ${all('environmentId')}::text[], ${all('workflowId')}::text[], ${all('workflowName')}::text[],
        ${all('version')}::integer[], ${runs.map((run) => run.graph.digest)}::text[],
        ${all('concurrency')}::integer[], ${all('trigger')}::text[], ${all('payload')}::text[],
        ${all('depth')}::integer[], ${all('eventKey')}::text[],
        ${runs.map(({ isAwaited }) => isAwaited === true)}::boolean[], ${all('nodeId')}::text[],
        ${all('traceParent')}::text[])
        as given (id, project_id, environment_id, workflow_id, workflow_name, version, graph_digest,
          concurrency, trigger, payload, depth, event_key, awaited, node_id, trace_parent)
        join trigger on trigger.workflow_id = given.workflow_id and trigger.node_id = given.node_id
          and trigger.environment_id = given.environment_id and trigger.active
        join workflow on workflow.id = given.workflow_id and workflow.revision = given.version
        join project on project.id = given.project_id and project.deleted_at is null
    ), line as materialized (
      select workflow_id, case queued when 0 then slots - running else 0 end as room from run_queue
      where workflow_id in (select workflow_id from live) order by workflow_id for update
    ), added as (
      insert into run (id, project_id, environment_id, workflow_id, workflow_name, version,
        graph_digest, concurrency, trigger, payload, depth, event_key, awaited, trace_parent, slot)
      select id, project_id, environment_id, workflow_id, workflow_name, version, graph_digest,
        concurrency, trigger, payload, depth, event_key, awaited, trace_parent,
        case when place <= room then 'held' else 'queued' end
      from live join line using (workflow_id)
      on conflict (event_key) where event_key is not null do nothing
      returning id, workflow_id, slot
    ), taken as (
      update run_queue set running = running + own.held, queued = queued + own.queued_runs
      from (
        select workflow_id, count(*) filter (where slot = 'held')::integer as held,
          count(*) filter (where slot = 'queued')::integer as queued_runs
        from added group by workflow_id
      ) as own
      where run_queue.workflow_id = own.workflow_id
      returning run_queue.workflow_id, run_queue.queued > 0 and running < slots as standing
    ), enqueued as (
      insert into outbox (topic, key) select 'run', id from added where slot = 'held' order by id
      returning id, key
    )
    select live.id as "runId", added.id is not null as "isNew", enqueued.id::text,
      live.workflow_id as "workflowId", coalesce(taken.standing, false) as "isStanding",
      ${isListenedTo(sql`live`)} as "isListenedTo"
    from live left join added on added.id = live.id left join enqueued on enqueued.key = live.id
      left join taken on taken.workflow_id = live.workflow_id`)
  // A repeated event was counted as a run but inserted none, which leaves a free slot.
  const standing = new Set(rows.flatMap((row) => (row.isStanding ? [row.workflowId] : [])))
  if (standing.size > 0) await admitRuns(on, [...standing])
  const found = new Map(rows.map((row) => [row.runId, row]))
  return runs.map(({ id: key }): IntakeResult => {
    const row = found.get(key)
    if (!row?.isNew) return row ? 'known' : 'stale'
    const enqueued = row.id === null ? undefined : { id: row.id, topic: 'run' as const, key }
    return { enqueued, isListenedTo: row.isListenedTo }
  })
}
