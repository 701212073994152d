import { randomUUID } from 'node:crypto'
import type { Configuration } from '@plinth/contract'
import { type Measures, type Plan, planMigration } from '@plinth/schema'
import type { ApplyResult, Placement } from '../database-engine.ts'
import type { EngineHarness } from './engine-harness.ts'

/** A measured plan from what is there to what is wanted. */
export async function planFor(
  { engine }: EngineHarness,
  { placement, wanted }: { placement: Placement; wanted: Configuration },
): Promise<Plan> {
  const live = await engine.readCatalogue(placement)
  const measures: Measures = await engine.measurePlan(placement, planMigration({ live, wanted }))
  return planMigration({ live, wanted, measures })
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
