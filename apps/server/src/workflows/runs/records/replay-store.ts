import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
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

/**
 * Copies the records of these steps to another run, each as its only attempt: waits count as done, and
 * failures are not retried.
 */
export async function copyRecords(
  transaction: Transaction,
  { from, to, keys }: { from: string; to: string; keys: readonly string[] },
): Promise<void> {
  await transaction.query(sql`
    insert into run_step (run_id, key, attempt, node_id, label, kind, status, input, output, error,
      outcome, logs, started_at, ended_at, origin)
    select distinct on (key) ${to}, key, 1, node_id, label, kind, status, input, output, error,
      case
        when outcome like '{"status":"failed"%' then replace(outcome, '"retry":true', '"retry":false')
        when outcome like '{"status":"wait"%' or outcome like '{"status":"call"%'
          or outcome like '{"status":"respond"%' then '{"status":"done"}'
        else outcome
      end,
      logs, started_at, ended_at, 'record'
    from run_step where run_id = ${from} and key = any(${keys}) and outcome is not null
      and status in ('succeeded', 'failed')
    order by key, attempt desc`)
}
