import type { Configuration } from '@plinth/contract'
import type { LiveCatalogue } from './live-catalogue.ts'
import type { Measures, Plan } from './plan.ts'
import { planMigration } from './plan-migration.ts'

/** The way back from a migration: the former configuration, with what was set aside for it. */
export function planUndo(given: {
  live: LiveCatalogue
  migration: { id: string; before: Configuration }
  measures?: Measures | undefined
}): Plan {
  const { live, migration, measures } = given
  const restore = live.gone.filter((gone) => gone.migrationId === migration.id)
  return planMigration({ live, wanted: migration.before, restore, measures })
}
