import type { Plan } from '@plinth/schema'
import type { MigrationStatement } from '../../engine/migration-statement.ts'
import { findOperations } from '../../engine/plan-operations.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { sqliteScopeOf } from './migration-scope.ts'
import { planRebuilds } from './plan-rebuilds.ts'
import {
  dropIndexStatements,
  prepareStatements,
  sqliteIndexStatements,
  sqliteRenameStatements,
} from './write-statements.ts'

/** The SQL of each step, for display; notes where the table is copied instead. */
export function writeSqliteSql(plan: Plan): { stepId: string; sql: string }[] {
  const scope = sqliteScopeOf(plan)
  const statements: MigrationStatement[] = [
    ...prepareStatements(scope),
    ...dropIndexStatements(scope),
    ...sqliteRenameStatements(scope),
    ...sqliteIndexStatements(scope),
    ...findOperations(plan, 'createView').map(({ to, query, stepId }) => ({
      text: `create view ${quoteName(to)} as ${query}`,
      stepId,
    })),
  ]
  const byStep = Map.groupBy(statements, (statement) => statement.stepId)
  const copied = new Set(planRebuilds(scope).map(({ table }) => table))
  return plan.steps.map(({ id: stepId, tableId }) => {
    const own = (byStep.get(stepId) ?? []).map(({ text }) => `${text.replace(/\s+/g, ' ')};`)
    const isCopied = tableId !== null && copied.has(scope.before(tableId))
    const note = isCopied
      ? [`-- ${quoteName(scope.before(tableId))} is copied with its new constraints`]
      : []
    return { stepId, sql: [...own, ...note].join('\n') }
  })
}
