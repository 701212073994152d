import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export interface RecordedAnswer extends Record<string, unknown> {
  key: string
  startedAt: Date
  /** Null for steps that a test executes itself. */
  outcome: string | null
  output: string | null
}

interface Asked {
  runId: string
  /** Nodes whose answers a test pins; those that the run pinned are added. */
  nodeIds: readonly string[]
}

const isPinned = (nodeIds: readonly string[]) => sql`(node_id = any (${nodeIds}) or origin = 'pin')`

/** The size of the answers that a test would pin. */
export async function measureAnswers(on: Queryable, { runId, nodeIds }: Asked): Promise<number> {
  const [row] = await on.query<{ size: string | null }>(sql`
    select sum(length(output))::text as size from run_step
    where run_id = ${runId} and ${isPinned(nodeIds)}`)
  return Number(row?.size ?? 0)
}

/** The steps of a run that have an outcome, each with its last attempt. */
export async function listAnswers(
  on: Queryable,
  { runId, nodeIds }: Asked,
): Promise<RecordedAnswer[]> {
  return on.query<RecordedAnswer>(sql`
    select distinct on (key) key, started_at as "startedAt",
      case when ${isPinned(nodeIds)} then outcome end as outcome,
      case when ${isPinned(nodeIds)} then output end as output
    from run_step where run_id = ${runId} and outcome is not null
    order by key, attempt desc`)
}
