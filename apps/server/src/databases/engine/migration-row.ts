import type { Plan, Step } from '@plinth/schema'
import { writeGone } from './catalogue-record.ts'
import type { Migration, MigrationState, WholeMigration } from './database-engine.ts'

/** A line of `_plinth_migration`, with its steps or its whole plan as JSON. */
export interface MigrationRow {
  id: string
  state: MigrationState
  by: string
  undoes: string | null
  undone_by: string | null
  started_on: string
  applied_on: string | null
}

/** A plan as it is kept: without the rows' values that people were shown. */
export function writePlan(plan: Plan): string {
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
    setAside: writeGone({ steps }, row.id).map((gone) => gone.id),
    undoes: row.undoes,
    undoneBy: row.undone_by,
  }
}

export function toWholeMigration(row: MigrationRow & { plan: string }): WholeMigration {
  const plan = JSON.parse(row.plan) as Plan
  const migration = toMigration({ ...row, steps: JSON.stringify(plan.steps) })
  return { ...migration, before: plan.before, after: plan.wanted }
}

/** The last migration that may be taken back: one that was applied, is no undo, and still stands. */
export function findUndoable(migrations: readonly Migration[]): Migration | undefined {
  return migrations.find(
    ({ state, undoes, undoneBy }) =>
      (state === 'applied' || state === 'flipped') && undoes === null && undoneBy === null,
  )
}
