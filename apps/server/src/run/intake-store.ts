import type { Queryable } from '../platform/database.ts'
import type { OutboxEntry } from '../platform/outbox-store.ts'
import { sql } from '../platform/sql.ts'
import type { NewRun } from './run-store.ts'
import { runTopic } from './run-topic.ts'

/** A run that a trigger starts, as that trigger was when it was last read. */
export interface RunOfTrigger extends NewRun {
  nodeId: string
}

/**
 * What became of a run: written down and promised; known, if its event has a run already; or stale, if its
 * trigger is no longer as it was read.
 */
export type TakenIn = { promised: OutboxEntry } | 'known' | 'stale'

interface Row extends Record<string, unknown> {
  runId: string
  id: string | null
}

/** Writes queued runs down and promises them, in one statement, each only if its trigger is as it was. */
export async function addRuns(
  on: Queryable,
  runs: readonly RunOfTrigger[],
): Promise<readonly TakenIn[]> {
  const all = <K extends keyof RunOfTrigger>(name: K) => runs.map((run) => run[name])
  const topics = runs.map(runTopic)
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
      select given.* from unnest(${all('id')}::text[], ${all('projectId')}::text[],
        ${all('environmentId')}::text[], ${all('workflowId')}::text[], ${all('workflowName')}::text[],
        ${all('version')}::integer[], ${runs.map((run) => run.graph.digest)}::text[],
        ${all('concurrency')}::integer[], ${all('trigger')}::text[], ${all('payload')}::text[],
        ${all('depth')}::integer[], ${all('eventKey')}::text[],
        ${runs.map(({ isAwaited }) => isAwaited === true)}::boolean[], ${all('nodeId')}::text[],
        ${topics.map(({ topic }) => topic)}::text[], ${topics.map(({ key }) => key)}::text[])
        as given (id, project_id, environment_id, workflow_id, workflow_name, version, graph_digest,
          concurrency, trigger, payload, depth, event_key, awaited, node_id, topic, key)
        join trigger on trigger.workflow_id = given.workflow_id and trigger.node_id = given.node_id
          and trigger.environment_id = given.environment_id and trigger.active
        join workflow on workflow.id = given.workflow_id and workflow.revision = given.version
        join project on project.id = given.project_id and project.deleted_at is null
    ), added as (
      insert into run (id, project_id, environment_id, workflow_id, workflow_name, version,
        graph_digest, concurrency, trigger, payload, depth, event_key, awaited)
      select id, project_id, environment_id, workflow_id, workflow_name, version, graph_digest,
        concurrency, trigger, payload, depth, event_key, awaited from live
      on conflict (event_key) where event_key is not null do nothing
      returning id
    ), promised as (
      insert into outbox (topic, key) select topic, key from live join added using (id) order by id
      returning id, key
    )
    select live.id as "runId", promised.id::text from live left join promised on promised.key = live.key`)
  const found = new Map(rows.map(({ runId, id }) => [runId, id]))
  return runs.map((run, at): TakenIn => {
    const id = found.get(run.id)
    const topic = topics[at]
    if (id === undefined || !topic) return 'stale'
    return id === null ? 'known' : { promised: { id, ...topic } }
  })
}
