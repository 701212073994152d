import { Plan, Step } from '@plinth/schema'
import * as z from 'zod'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { toTrashRows } from './catalogue-record.ts'
import type { Migration, MigrationDetails, MigrationState } from './database-engine.ts'

/** How many entries the migration log keeps; undo looks at the latest hundred. */
export const MAX_MIGRATIONS = 200

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

export const readPlan = (text: string): Plan => readStored(Plan, text, 'migration plan')

const Steps = z.array(Step)

function withSteps(row: MigrationRow, steps: Step[]): Migration {
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
    trashedIds: toTrashRows({ steps }, row.id).map((item) => item.id),
    undoes: row.undoes,
    undoneBy: row.undone_by,
  }
}

export function toMigration(row: MigrationRow & { steps: string }): Migration {
  return withSteps(row, readStored(Steps, row.steps, 'steps of a migration'))
}

export function toMigrationDetails(row: MigrationRow & { plan: string }): MigrationDetails {
  const plan = readPlan(row.plan)
  return { ...withSteps(row, plan.steps), before: plan.before, after: plan.wanted }
}

/** The last migration that can be undone: applied, not itself an undo, and not undone yet. */
export function findUndoable(migrations: readonly Migration[]): Migration | undefined {
  return migrations.find(
    ({ state, undoes, undoneBy }) =>
      (state === 'applied' || state === 'cutOver') && undoes === null && undoneBy === null,
  )
}
