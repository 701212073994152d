import type { Plan } from '@plinth/schema'
import type pg from 'pg'
import { refuse } from '../../engine/apply-trouble.ts'
import type { MigrationStatement } from '../../sql/statement.ts'
import { codeOf } from './transact.ts'

/** What the rows themselves can refuse, in words without their values. */
const REFUSALS: Record<string, string> = {
  '23505': 'Values that must be unique occur more than once.',
  '23502': 'A field that must have a value is empty in some rows.',
  '23514': 'A field that must have a value is empty in some rows.',
  '23503': 'A relation points to a row that is not there.',
  '42P07': 'The database has something of this name already.',
  '42701': 'The table has a column of this name already.',
  '2BP01': 'Something that was made outside depends on this.',
  '54000': 'A value is too long for an index.',
  '22P05': 'A default has a character that this database cannot keep.',
  '22021': 'A default has a character that this database cannot keep.',
  '54011': 'The table has too many columns.',
}

/** Whether the rows or names in the database stand in the way, rather than a fault. */
export function isRefusal(error: unknown): boolean {
  return codeOf(error) in REFUSALS
}

/** Runs statements in order; a refusal names the step. */
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
      throw refuse(stepId, step ? `${message} (${step.words})` : message)
    }
  }
}
