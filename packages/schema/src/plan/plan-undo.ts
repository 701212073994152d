import type { Configuration } from '@plinth/contract'
import type { LiveCatalogue } from './live-catalogue.ts'
import type { Measures, Plan } from './plan.ts'
import { planMigration } from './plan-migration.ts'

/** Plans the undo of a migration: the previous configuration, with the objects it trashed. */
export function planUndo(options: {
  live: LiveCatalogue
  migration: { id: string; before: Configuration }
  measures?: Measures | undefined
}): Plan {
  const { live, migration, measures } = options
  const restore = live.trash.filter((item) => item.migrationId === migration.id)
  return planMigration({ live, wanted: migration.before, restore, measures })
}
