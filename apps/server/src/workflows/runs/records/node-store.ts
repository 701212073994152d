import type { Queryable } from '../../../foundation/platform/database.ts'
import { type Sql, sql } from '../../../foundation/platform/sql.ts'

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
  /** The outcome without its output, as JSON. */
  outcome: string | null
  logs: readonly string[]
  startedAt: Date
  endedAt: Date | null
  origin: 'run' | 'pin'
}

/** Upserts step records; idempotent. Records of an ended run are ignored. */
export function recordStatement(records: readonly NodeRecord[]): Sql {
  const all = <K extends keyof NodeRecord>(name: K) => records.map((record) => record[name])
  return sql`
    insert into run_step (run_id, key, attempt, node_id, label, kind, status, input, output, error,
      outcome, logs, started_at, origin, ended_at)
    select run_id, key, attempt, node_id, label, kind, given.status, input, output, error, outcome,
      logs, given.started_at, origin, given.ended_at
    from unnest(${all('runId')}::text[], ${all('key')}::text[], ${all('attempt')}::integer[],
      ${all('nodeId')}::text[], ${all('label')}::text[], ${all('kind')}::text[],
      ${all('status')}::text[], ${all('input')}::text[], ${all('output')}::text[],
      ${all('error')}::text[], ${all('outcome')}::text[],
      ${records.map(({ logs }) => JSON.stringify(logs))}::text[], ${all('startedAt')}::timestamptz[],
      ${all('origin')}::text[], ${all('endedAt')}::timestamptz[])
      with ordinality as given (run_id, key, attempt, node_id, label, kind, status, input, output, error,
        outcome, logs, started_at, origin, ended_at, place)
      join run on run.id = given.run_id and run.status in ('queued', 'running', 'waiting')
    order by place
    on conflict (run_id, key, attempt) do update set status = excluded.status,
      output = excluded.output, error = excluded.error, outcome = excluded.outcome,
      logs = excluded.logs, ended_at = excluded.ended_at, change = nextval('run_change')
    where run_step.status in ('running', 'waiting')`
}

export async function recordNodes(on: Queryable, records: readonly NodeRecord[]): Promise<void> {
  await on.query(recordStatement(records))
}

/** The steps of a run that have an outcome, as `key attempt`. */
export async function listExecutedSteps(
  on: Queryable,
  runId: string,
): Promise<ReadonlySet<string>> {
  const rows = await on.query<{ name: string }>(sql`
    select key || ' ' || attempt as name from run_step
    where run_id = ${runId} and outcome is not null`)
  return new Set(rows.map(({ name }) => name))
}

/** The recorded outcome of a step. */
export async function findStepOutcome(
  on: Queryable,
  { runId, key, attempt }: { runId: string; key: string; attempt: number },
): Promise<{ outcome: string; output: string | null } | undefined> {
  const [row] = await on.query<{ outcome: string; output: string | null }>(sql`
    select outcome, output from run_step
    where run_id = ${runId} and key = ${key} and attempt = ${attempt} and outcome is not null`)
  return row
}

/** Ends the record of a step that waited for a time or for another workflow. */
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
    update run_step set status = ${error === null ? 'succeeded' : 'failed'}, output = ${output},
      error = ${error}, outcome = ${outcome}, ended_at = now(),
      change = nextval('run_change')
    where run_id = ${runId} and key = ${key} and status = 'waiting'`)
}
