import type { Statement } from '../../databases/sql/render.ts'
import type { WritePlan } from '../statements/write/write-plan.ts'

/** Whether a statement runs SQL written by a project's developer, which must never run with our own privileges. */
export function requiresReaderRole(statement: Statement): boolean {
  return statement.readsComputed === true
}

/** Whether any part of a write reads a Computed table. */
export function writeRequiresReaderRole({ checks = [], steps, answer }: WritePlan): boolean {
  return (
    [...checks, ...steps].some(({ statement }) => requiresReaderRole(statement)) ||
    (answer !== undefined && requiresReaderRole(answer))
  )
}
