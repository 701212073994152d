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

/** The statements behind each step; renames of fields that waited are left out. */
export function writeSql(plan: Plan): { stepId: string; sql: string }[] {
  const ground = groundOf(plan)
  const statements: MigrationStatement[] = [
    ...[...columnStatements(ground).values()].flat(),
    ...findOperations(plan, 'rewriteColumn').map(({ tableId, stepId }) => ({
      text: backfillStatements(ground, tableId).fill,
      stepId,
    })),
    ...indexStatements(ground),
    ...checkStatements(ground).flatMap(({ add, validate }) => [add, validate]),
    ...releaseStatements(ground),
    ...renameStatements(ground),
    ...createStatements(ground),
    ...constrainStatements(ground),
    ...findOperations(plan, 'createView').map(({ to, query, stepId }) => ({
      text: `create view ${ground.table(to)} as ${query}`,
      stepId,
    })),
    ...cleanStatements(ground),
  ]
  const byStep = Map.groupBy(statements, (statement) => statement.stepId)
  return plan.steps.map(({ id: stepId }) => ({
    stepId,
    sql: (byStep.get(stepId) ?? []).map(({ text }) => `${text.replace(/\s+/g, ' ')};`).join('\n'),
  }))
}
