import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

export interface RecordedStep extends Record<string, unknown> {
  key: string
  nodeId: string
}

/** The steps of a run that have an outcome. */
export async function listRecordedSteps(on: Queryable, runId: string): Promise<RecordedStep[]> {
  return on.query<RecordedStep>(sql`
    select distinct key, node_id as "nodeId" from run_step
    where run_id = ${runId} and outcome is not null`)
}

/** The step that made a run fail; undefined if the run ended otherwise. */
export async function findFailedStep(
  on: Queryable,
  runId: string,
): Promise<RecordedStep | undefined> {
  const [step] = await on.query<RecordedStep>(sql`
    select key, node_id as "nodeId" from run_step
    where run_id = ${runId} and status = 'failed' and outcome is not null
      and label = (select error_node from run where id = ${runId})
    order by change desc limit 1`)
  return step
}

/** The attempts at steps of a run that have an outcome, as `key attempt`. */
export async function listExecutedSteps(
  on: Queryable,
  runId: string,
): Promise<ReadonlySet<string>> {
  const rows = await on.query<{ name: string }>(sql`
    select key || ' ' || attempt as name from run_step
    where run_id = ${runId} and outcome is not null`)
  return new Set(rows.map(({ name }) => name))
}

/** The recorded outcome of one attempt at a step. */
export async function findStepOutcome(
  on: Queryable,
  { runId, key, attempt }: { runId: string; key: string; attempt: number },
): Promise<{ outcome: string; output: string | null } | undefined> {
  const [row] = await on.query<{ outcome: string; output: string | null }>(sql`
    select outcome, output from run_step
    where run_id = ${runId} and key = ${key} and attempt = ${attempt} and outcome is not null`)
  return row
}
