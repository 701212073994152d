import type { Statement } from '../../databases/sql/render.ts'
import type { WritePlan } from '../statements/write/write-plan.ts'

/** Whether a statement runs SQL that a developer of the project wrote: such a one never runs with our own rights. */
export function needsReader(statement: Statement): boolean {
  return statement.readsComputed === true
}

/** Whether any part of a write asks or answers with a Computed table. */
export function writeNeedsReader({ checks = [], steps, answer }: WritePlan): boolean {
  return (
    [...checks, ...steps].some(({ statement }) => needsReader(statement)) ||
    (answer !== undefined && needsReader(answer))
  )
}
