import { type LiveCatalogue, type Measures, type Plan, planRestore, planUndo } from '@plinth/schema'
import type { ApplyResult, DatabaseEngine, Placement } from './database-engine.ts'
import { findUndoable } from './migration-row.ts'
import { planMeasured } from './plan-measured.ts'

type UndoPlan = { plan: Plan; undoes: string | null } | { result: ApplyResult }

const refused = (message: string): UndoPlan => ({
  result: { kind: 'refused', stepId: null, message },
})

export type UndoRequest = {
  engine: Pick<DatabaseEngine, 'readCatalogue' | 'readMigrations' | 'readMigration' | 'measurePlan'>
  placement: Placement
}

/** Plans undoing the last migration. */
export async function planLastUndo({ engine, placement }: UndoRequest): Promise<UndoPlan> {
  const live = await engine.readCatalogue(placement)
  const last = findUndoable(await engine.readMigrations(placement))
  const migration = last && (await engine.readMigration(placement, last.id))
  if (!migration) return refused('There is nothing to undo.')
  const kept = new Set(live.trash.map((item) => item.id))
  if (!migration.trashedIds.every((id) => kept.has(id))) {
    return refused('The data that the last change moved to the trash has been deleted.')
  }
  const plan = await planMeasured(
    (measures) => planUndo({ live, migration, measures }),
    (unmeasured) => engine.measurePlan(placement, unmeasured),
  )
  return { plan, undoes: migration.id }
}

/** Plans restoring an entry from the trash. */
export async function planTrashRestore(
  { engine, placement }: UndoRequest,
  trashId: string,
): Promise<UndoPlan> {
  const live: LiveCatalogue = await engine.readCatalogue(placement)
  const item = live.trash.find((each) => each.id === trashId)
  const migration = item && (await engine.readMigration(placement, item.migrationId))
  if (!migration) return refused('This entry is no longer in the trash.')
  const at = { live, trashId, before: migration.before }
  const first = planRestore(at)
  if (!first.ok) return refused(first.message)
  const again = (measures?: Measures) => {
    const restore = planRestore({ ...at, measures })
    return restore.ok ? restore.plan : first.plan
  }
  const plan = await planMeasured(again, (each) => engine.measurePlan(placement, each))
  return { plan, undoes: null }
}
