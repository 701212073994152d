import { type LiveCatalogue, type Measures, type Plan, planRestore, planUndo } from '@plinth/schema'
import type { ApplyResult, Migration } from './database-engine.ts'
import { findUndoable } from './migration-row.ts'
import { planMeasured } from './plan-measured.ts'

type Measure = (plan: Plan) => Promise<Measures>
type Back = { plan: Plan; undoes?: string } | { result: ApplyResult }

const refused = (message: string): Back => ({ result: { kind: 'refused', stepId: null, message } })

/** The way back from the last migration. */
export async function planLastUndo(given: {
  live: LiveCatalogue
  migrations: readonly Migration[]
  measure: Measure
}): Promise<Back> {
  const { live, migrations, measure } = given
  const migration = findUndoable(migrations)
  if (!migration) return refused('There is nothing to undo.')
  const kept = new Set(live.gone.map((gone) => gone.id))
  if (!migration.setAside.every((id) => kept.has(id))) {
    return refused('What the last change set aside is not there any more.')
  }
  const plan = await planMeasured((measures) => planUndo({ live, migration, measures }), measure)
  return { plan, undoes: migration.id }
}

/** The way back for something that was dropped. */
export async function planGoneRestore(given: {
  live: LiveCatalogue
  migrations: readonly Migration[]
  measure: Measure
  goneId: string
}): Promise<Back> {
  const { live, migrations, measure, goneId } = given
  const gone = live.gone.find((each) => each.id === goneId)
  const migration = migrations.find((each) => each.id === gone?.migrationId)
  if (!migration) return refused('This is not there any more.')
  const at = { live, goneId, before: migration.before }
  const first = planRestore(at)
  if (!first.ok) return refused(first.message)
  const again = (measures?: Measures) => {
    const restore = planRestore({ ...at, measures })
    return restore.ok ? restore.plan : first.plan
  }
  return { plan: await planMeasured(again, measure) }
}
