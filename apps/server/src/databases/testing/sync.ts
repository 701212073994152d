import { randomUUID } from 'node:crypto'
import type { Configuration } from '@plinth/contract'
import { type Plan, planMigration } from '@plinth/schema'
import type { ApplyResult, Placement } from '../engine/database-engine.ts'
import { planMeasured } from '../engine/plan-measured.ts'
import type { EngineHarness } from './engine-harness.ts'

/** A measured plan from the live database to the wanted configuration. */
export async function planFor(
  { engine }: EngineHarness,
  { placement, wanted }: { placement: Placement; wanted: Configuration },
): Promise<Plan> {
  const live = await engine.readCatalogue(placement)
  return planMeasured(
    (measures) => planMigration({ live, wanted, measures }),
    (plan) => engine.measurePlan(placement, plan),
  )
}

/** Plans, measures and applies, as Sync does once everything lossy is confirmed. */
export async function sync(
  harness: EngineHarness,
  { placement, wanted }: { placement: Placement; wanted: Configuration },
): Promise<{ plan: Plan; result: ApplyResult; migrationId: string }> {
  const plan = await planFor(harness, { placement, wanted })
  const migrationId = `mig_${randomUUID()}`
  const result = await harness.engine.applyPlan(placement, { plan, migrationId, by: 'test' })
  return { plan, result, migrationId }
}
