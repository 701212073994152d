import type { Plan } from '@plinth/schema'
import { findRefusedQueries } from './find-refused-queries.ts'

/** The plan without the views that the check refuses; all other steps stay, including the record. */
export async function withoutRefusedViews(plan: Plan): Promise<Plan> {
  const refused = await findRefusedQueries({ ...plan.wanted, database: plan.engine })
  const ids = new Set(refused.map(({ tableId }) => tableId))
  const steps = plan.steps.filter(
    ({ operation }) => operation.kind !== 'createView' || !ids.has(operation.tableId),
  )
  return { ...plan, steps }
}
