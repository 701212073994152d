import type { Measures, Plan } from '@plinth/schema'

const ROUNDS = 4

/** Plans, measures the rows and plans again until no new checks appear: a result may add steps. */
export async function planMeasured(
  planWith: (measures?: Measures) => Plan,
  measure: (plan: Plan) => Promise<Measures>,
): Promise<Plan> {
  let plan = planWith()
  let measures: Measures = {}
  const asked = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const steps = plan.steps.filter((step) => step.checks.some((check) => !asked.has(check.key)))
    if (round > 0 && steps.length === 0) break
    measures = { ...measures, ...(await measure({ ...plan, steps })) }
    for (const step of steps) for (const check of step.checks) asked.add(check.key)
    plan = planWith(measures)
  }
  return plan
}
