import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

/**
 * Holds the lines of several workflows until the transaction ends. Whoever starts or ends runs of more than one
 * in a transaction holds them all first, in this order, so that nobody waits for each other.
 */
export async function holdLines(
  transaction: Transaction,
  workflowIds: readonly string[],
): Promise<void> {
  await transaction.query(sql`
    select from run_line where workflow_id = any(${workflowIds}::text[])
    order by workflow_id for update`)
}

/** Gives free slots of these workflows to those who wait; how many runs were promised by it. */
export async function admitRuns(on: Queryable, workflowIds: readonly string[]): Promise<number> {
  const [row] = await on.query<{ admitted: number }>(sql`
    select admit_runs(${workflowIds}::text[]) as admitted`)
  return row?.admitted ?? 0
}

/** Workflows in front of which somebody waits although there is room. */
export async function listStandingLines(on: Queryable): Promise<string[]> {
  const rows = await on.query<{ workflowId: string }>(sql`
    select workflow_id as "workflowId" from run_line where waiting > 0 and running < most
    order by workflow_id limit 1000`)
  return rows.map(({ workflowId }) => workflowId)
}
