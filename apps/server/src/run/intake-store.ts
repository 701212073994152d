import type { Queryable } from '../platform/database.ts'
import type { OutboxEntry } from '../platform/outbox-store.ts'
import { sql } from '../platform/sql.ts'
import type { NewRun } from './run-store.ts'
import { runTopic } from './run-topic.ts'

interface Promised extends Record<string, unknown> {
  runId: string
  id: string
  topic: OutboxEntry['topic']
  key: string
}

/** Writes queued runs down and promises them, in one statement; what was promised, by run. */
export async function addRuns(
  on: Queryable,
  runs: readonly NewRun[],
): Promise<Map<string, OutboxEntry>> {
  const all = <K extends keyof NewRun>(name: K) => runs.map((run) => run[name])
  const topics = runs.map(runTopic)
  const graphs = [
    ...new Map(runs.map((run) => [`${run.projectId}/${run.graph.digest}`, run])).values(),
  ]
  const rows = await on.query<Promised>(sql`
    with graph as (
      insert into run_graph (project_id, digest, content)
      select * from unnest(${graphs.map((run) => run.projectId)}::text[],
        ${graphs.map((run) => run.graph.digest)}::text[], ${graphs.map((run) => run.graph.content)}::text[])
      on conflict do nothing
    ), added as (
      insert into run (id, project_id, environment_id, workflow_id, workflow_name, version,
        graph_digest, concurrency, trigger, payload, depth, event_key)
      select * from unnest(${all('id')}::text[], ${all('projectId')}::text[],
        ${all('environmentId')}::text[], ${all('workflowId')}::text[], ${all('workflowName')}::text[],
        ${all('version')}::integer[], ${runs.map((run) => run.graph.digest)}::text[],
        ${all('concurrency')}::integer[], ${all('trigger')}::text[], ${all('payload')}::text[],
        ${all('depth')}::integer[], ${all('eventKey')}::text[])
      on conflict (event_key) where event_key is not null do nothing
      returning id
    ), promised as (
      insert into outbox (topic, key)
      select given.topic, given.key from added join unnest(${all('id')}::text[],
        ${topics.map(({ topic }) => topic)}::text[], ${topics.map(({ key }) => key)}::text[])
        as given (id, topic, key) on given.id = added.id
      returning id, topic, key
    )
    select id::text, topic, key, right(key, 30) as "runId" from promised`)
  return new Map(rows.map(({ runId, id, topic, key }) => [runId, { id, topic, key }]))
}
