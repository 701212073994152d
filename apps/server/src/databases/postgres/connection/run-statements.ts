import type { Plan } from '@plinth/schema'
import type pg from 'pg'
import { refuseStep } from '../../engine/apply-failure.ts'
import type { MigrationStatement } from '../../engine/migration-statement.ts'
import { codeOf } from './transact.ts'

/** Messages for SQLSTATEs that the rows can cause, without their values. */
const REFUSALS: Record<string, string> = {
  '23505': 'Values that must be unique occur more than once.',
  '23502': 'A field that must have a value is empty in some rows.',
  '23514': 'A field that must have a value is empty in some rows.',
  '23503': 'A relation points to a row that does not exist.',
  '42P07': 'The database already has an object with this name.',
  '42701': 'The table already has a column with this name.',
  '2BP01': 'An object that was created outside Plinth depends on this.',
  '54000': 'A value is too long for an index.',
  '22P05': 'A default has a character that this database cannot store.',
  '22021': 'A default has a character that this database cannot store.',
  '54011': 'The table has too many columns.',
}

/** Whether existing rows or names caused the error, rather than a fault. */
export function isRefusal(error: unknown): boolean {
  return codeOf(error) in REFUSALS
}

/** Runs statements in order; an error caused by the rows names the step. */
export async function runStatements(
  client: pg.Client,
  { plan, statements }: { plan: Plan; statements: readonly MigrationStatement[] },
): Promise<void> {
  for (const { text, values, stepId } of statements) {
    try {
      await client.query(text, values)
    } catch (error) {
      const message = REFUSALS[codeOf(error)]
      if (message === undefined) throw error
      const step = plan.steps.find((each) => each.id === stepId)
      throw refuseStep(stepId, step ? `${message} (${step.words})` : message)
    }
  }
}
