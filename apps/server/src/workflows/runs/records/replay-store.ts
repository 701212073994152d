import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

export interface TakenTurn extends Record<string, unknown> {
  key: string
  nodeId: string
}

/** The turns of a run that came to something. */
export async function listTakenTurns(on: Queryable, runId: string): Promise<TakenTurn[]> {
  return on.query<TakenTurn>(sql`
    select distinct key, node_id as "nodeId" from run_node
    where run_id = ${runId} and outcome is not null`)
}

/**
 * Gives a run the records of another for these turns, each as its one attempt: what was waited for has
 * come, and what failed is not tried again.
 */
export async function copyRecords(
  transaction: Transaction,
  { from, to, keys }: { from: string; to: string; keys: readonly string[] },
): Promise<void> {
  await transaction.query(sql`
    insert into run_node (run_id, key, attempt, node_id, label, kind, status, input, output, error,
      outcome, logs, started_at, ended_at, origin)
    select distinct on (key) ${to}, key, 1, node_id, label, kind, status, input, output, error,
      case
        when outcome like '{"status":"failed"%' then replace(outcome, '"retry":true', '"retry":false')
        when outcome like '{"status":"wait"%' or outcome like '{"status":"call"%'
          or outcome like '{"status":"respond"%' then '{"status":"done"}'
        else outcome
      end,
      logs, started_at, ended_at, 'record'
    from run_node where run_id = ${from} and key = any(${keys}) and outcome is not null
      and status in ('succeeded', 'failed')
    order by key, attempt desc`)
}
