import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

/**
 * Locks the queues of several workflows until the transaction ends. A transaction that starts or ends runs of
 * more than one workflow must lock them all first, in this order, to avoid deadlocks.
 */
export async function lockQueues(
  transaction: Transaction,
  workflowIds: readonly string[],
): Promise<void> {
  await transaction.query(sql`
    select from run_queue where workflow_id = any(${workflowIds}::text[])
    order by workflow_id for update`)
}

/** Gives the workflows' free slots to queued runs; returns how many runs were enqueued. */
export async function admitRuns(on: Queryable, workflowIds: readonly string[]): Promise<number> {
  const [row] = await on.query<{ admitted: number }>(sql`
    select admit_runs(${workflowIds}::text[]) as admitted`)
  return row?.admitted ?? 0
}

/** How many runs of a project have a slot. */
export async function countRunning(on: Queryable, projectId: string): Promise<number> {
  const [row] = await on.query<{ running: number }>(sql`
    select coalesce(sum(running), 0)::float8 as running from run_queue
    where environment_id in (select id from environment where project_id = ${projectId})`)
  return row?.running ?? 0
}

/** Workflows with both queued runs and a free slot. */
export async function listStalledQueues(on: Queryable): Promise<string[]> {
  const rows = await on.query<{ workflowId: string }>(sql`
    select workflow_id as "workflowId" from run_queue where queued > 0 and running < slots
    order by workflow_id limit 1000`)
  return rows.map(({ workflowId }) => workflowId)
}
