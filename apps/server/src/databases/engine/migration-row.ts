import type { Plan, Step } from '@plinth/schema'
import { toTrashRows } from './catalogue-record.ts'
import type { Migration, MigrationDetails, MigrationState } from './database-engine.ts'

/** A row of `_plinth_migration`; its steps or its whole plan come as JSON. */
export interface MigrationRow {
  id: string
  state: MigrationState
  by: string
  undoes: string | null
  undone_by: string | null
  started_on: string
  applied_on: string | null
}

/** The stored form of a plan, without the sample values shown to users. */
export function serializePlan(plan: Plan): string {
  const steps = plan.steps.map(({ samples: _, ...step }) => step)
  return JSON.stringify({ ...plan, steps })
}

export function toMigration(row: MigrationRow & { steps: string }): Migration {
  const steps = JSON.parse(row.steps) as Step[]
  return {
    id: row.id,
    state: row.state,
    by: row.by,
    startedOn: row.started_on,
    appliedOn: row.applied_on,
    steps: steps.map(({ id, class: kind, words, inverse }) => ({
      id,
      class: kind,
      words,
      inverse,
    })),
    setAside: toTrashRows({ steps }, row.id).map((gone) => gone.id),
    undoes: row.undoes,
    undoneBy: row.undone_by,
  }
}

export function toMigrationDetails(row: MigrationRow & { plan: string }): MigrationDetails {
  const plan = JSON.parse(row.plan) as Plan
  const migration = toMigration({ ...row, steps: JSON.stringify(plan.steps) })
  return { ...migration, before: plan.before, after: plan.wanted }
}

/** The last migration that can be undone: applied, not itself an undo, and not undone yet. */
export function findUndoable(migrations: readonly Migration[]): Migration | undefined {
  return migrations.find(
    ({ state, undoes, undoneBy }) =>
      (state === 'applied' || state === 'flipped') && undoes === null && undoneBy === null,
  )
}
