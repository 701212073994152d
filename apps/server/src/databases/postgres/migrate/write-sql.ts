import type { Plan } from '@plinth/schema'
import type { MigrationStatement } from '../../engine/migration-statement.ts'
import { findOperations } from '../../engine/plan-operations.ts'
import { cleanStatements, constrainStatements } from './constrain-sql.ts'
import { createStatements, postgresRenameStatements, releaseStatements } from './cutover-sql.ts'
import { postgresScopeOf } from './migration-scope.ts'
import {
  backfillStatements,
  checkStatements,
  columnStatements,
  postgresIndexStatements,
} from './prepare-sql.ts'

/** The SQL of each step, for display; renames from temporary names are left out. */
export function writePostgresSql(plan: Plan): { stepId: string; sql: string }[] {
  const scope = postgresScopeOf(plan)
  const statements: MigrationStatement[] = [
    ...[...columnStatements(scope).values()].flat(),
    ...findOperations(plan, 'rewriteColumn').map(({ tableId, stepId }) => ({
      text: backfillStatements(scope, tableId).fill,
      stepId,
    })),
    ...postgresIndexStatements(scope),
    ...checkStatements(scope).flatMap(({ add, validate }) => [add, validate]),
    ...releaseStatements(scope),
    ...postgresRenameStatements(scope),
    ...createStatements(scope),
    ...constrainStatements(scope),
    ...findOperations(plan, 'createView').map(({ to, query, stepId }) => ({
      text: `create view ${scope.table(to)} as ${query}`,
      stepId,
    })),
    ...cleanStatements(scope),
  ]
  const byStep = Map.groupBy(statements, (statement) => statement.stepId)
  return plan.steps.map(({ id: stepId }) => ({
    stepId,
    sql: (byStep.get(stepId) ?? []).map(({ text }) => `${text.replace(/\s+/g, ' ')};`).join('\n'),
  }))
}
