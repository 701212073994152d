import type { Plan } from '@plinth/schema'
import { findOperations } from '../../engine/operations.ts'
import { quoteName } from '../../sql/quote-name.ts'
import type { MigrationStatement } from '../../sql/statement.ts'
import { groundOf } from './ground.ts'
import { planRebuilds } from './plan-rebuilds.ts'
import {
  arriveStatements,
  dropIndexStatements,
  indexStatements,
  renameStatements,
} from './write-statements.ts'

/** The statements behind each step; a copy of the table where ALTER TABLE cannot do it. */
export function writeSql(plan: Plan): { stepId: string; sql: string }[] {
  const ground = groundOf(plan)
  const statements: MigrationStatement[] = [
    ...arriveStatements(ground),
    ...dropIndexStatements(ground),
    ...renameStatements(ground),
    ...indexStatements(ground),
    ...findOperations(plan, 'createView').map(({ to, query, stepId }) => ({
      text: `create view ${quoteName(to)} as ${query}`,
      stepId,
    })),
  ]
  const byStep = Map.groupBy(statements, (statement) => statement.stepId)
  const copied = new Set(planRebuilds(ground).map(({ table }) => table))
  return plan.steps.map(({ id: stepId, tableId }) => {
    const own = (byStep.get(stepId) ?? []).map(({ text }) => `${text.replace(/\s+/g, ' ')};`)
    const isCopied = tableId !== null && copied.has(ground.before(tableId))
    const note = isCopied
      ? [`-- ${quoteName(ground.before(tableId))} is copied with its new constraints`]
      : []
    return { stepId, sql: [...own, ...note].join('\n') }
  })
}
