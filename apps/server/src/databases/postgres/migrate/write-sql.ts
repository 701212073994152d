import type { Plan } from '@plinth/schema'
import { findOperations } from '../../engine/operations.ts'
import type { MigrationStatement } from '../../sql/statement.ts'
import { cleanStatements, constrainStatements } from './constrain-sql.ts'
import { createStatements, releaseStatements, renameStatements } from './flip-sql.ts'
import { groundOf } from './ground.ts'
import {
  backfillStatements,
  checkStatements,
  columnStatements,
  indexStatements,
} from './prepare-sql.ts'

/** The SQL of each step, for display; renames from temporary names are left out. */
export function writeSql(plan: Plan): { stepId: string; sql: string }[] {
  const scope = groundOf(plan)
  const statements: MigrationStatement[] = [
    ...[...columnStatements(scope).values()].flat(),
    ...findOperations(plan, 'rewriteColumn').map(({ tableId, stepId }) => ({
      text: backfillStatements(scope, tableId).fill,
      stepId,
    })),
    ...indexStatements(scope),
    ...checkStatements(scope).flatMap(({ add, validate }) => [add, validate]),
    ...releaseStatements(scope),
    ...renameStatements(scope),
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
