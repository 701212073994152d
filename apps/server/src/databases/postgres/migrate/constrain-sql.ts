import { newName } from '@plinth/schema'
import type { MigrationStatement } from '../../engine/migration-statement.ts'
import { findOperations } from '../../engine/plan-operations.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { checkName, foreignKeyName, type PostgresMigrationScope } from './migration-scope.ts'

/** Constraints and final index names; table and column names are the new ones. */
export function constrainStatements(scope: PostgresMigrationScope): MigrationStatement[] {
  return [
    ...requiredStatements(scope),
    ...foreignKeyStatements(scope),
    ...findOperations(scope.plan, 'createIndex').map(({ index, stepId }) => ({
      text: `alter index ${scope.schema}.${quoteName(newName(index.name))} rename to ${quoteName(index.name)}`,
      stepId,
    })),
  ]
}

function requiredStatements(scope: PostgresMigrationScope): MigrationStatement[] {
  const { plan } = scope
  const columns = [
    ...[...findOperations(plan, 'addColumn'), ...findOperations(plan, 'rewriteColumn')]
      .filter(({ shape }) => shape.isRequired)
      .map(({ tableId, shape, stepId }) => ({ tableId, ...shape, stepId })),
    ...findOperations(plan, 'setRequired')
      .filter(({ isRequired }) => isRequired)
      .map((each) => ({ ...each, name: each.to })),
  ]
  return columns.flatMap(({ tableId, columnId, name, stepId }) => [
    {
      text: `alter table ${scope.after(tableId)} alter column ${quoteName(name)} set not null`,
      stepId,
    },
    {
      text: `alter table ${scope.after(tableId)} drop constraint if exists ${quoteName(checkName(columnId))}`,
      stepId,
    },
  ])
}

interface ForeignKey {
  table: string
  column: string
  name: string
  target: string
  onDelete: 'set null' | 'cascade'
  /** Existing rows are validated after the cutover. */
  isLate: boolean
  stepId: string
}

/** All foreign keys a plan adds. */
function listForeignKeys(scope: PostgresMigrationScope): ForeignKey[] {
  const { plan } = scope
  const key = { onDelete: 'set null' as const }
  return [
    ...findOperations(plan, 'createTable').flatMap(({ tableId, columns, stepId }) =>
      columns.flatMap((column): ForeignKey[] => {
        if (!column.key) return []
        const target = scope.after(column.key.targetId)
        const name = foreignKeyName(column.columnId)
        const table = scope.after(tableId)
        return [{ ...key, table, column: column.name, name, target, isLate: false, stepId }]
      }),
    ),
    ...findOperations(plan, 'addColumn').flatMap(({ tableId, shape, stepId }): ForeignKey[] => {
      if (!shape.key) return []
      const target = scope.after(shape.key.targetId)
      const name = foreignKeyName(shape.columnId)
      const table = scope.after(tableId)
      return [{ ...key, table, column: shape.name, name, target, isLate: true, stepId }]
    }),
    ...findOperations(plan, 'addForeignKey').map((each) => ({
      ...key,
      table: scope.after(each.tableId),
      column: each.to,
      name: foreignKeyName(each.columnId),
      target: scope.after(each.targetId),
      isLate: true,
      stepId: each.stepId,
    })),
    ...findOperations(plan, 'createJoin').flatMap(({ join, stepId }) =>
      (['first', 'second'] as const).map((side) => ({
        table: scope.table(join.name),
        column: side,
        name: foreignKeyName(`${side}:${join.pairKey}`),
        target: scope.after(join[side].tableId),
        onDelete: 'cascade' as const,
        isLate: true,
        stepId,
      })),
    ),
  ]
}

function foreignKeyStatements(scope: PostgresMigrationScope): MigrationStatement[] {
  const dangling = findOperations(scope.plan, 'addForeignKey').map((each) => {
    const column = quoteName(each.to)
    const table = scope.after(each.tableId)
    return {
      text: `update ${table} set ${column} = null where ${column} is not null and not exists
        (select 1 from ${scope.after(each.targetId)} as target where target."id" = ${table}.${column})`,
      stepId: each.stepId,
    }
  })
  const added = listForeignKeys(scope).map((each) => ({
    text: `alter table ${each.table} add constraint ${quoteName(each.name)} foreign key (${quoteName(each.column)})
      references ${each.target} ("id") on delete ${each.onDelete}${each.isLate ? ' not valid' : ''}`,
    stepId: each.stepId,
  }))
  return [...dangling, ...added]
}

/** Runs after the cutover, when the new names are already in use. */
export function cleanStatements(scope: PostgresMigrationScope): MigrationStatement[] {
  const rewritten = new Set(findOperations(scope.plan, 'rewriteColumn').map((each) => each.tableId))
  return [
    ...listForeignKeys(scope)
      .filter(({ isLate }) => isLate)
      .map((each) => ({
        text: `alter table ${each.table} validate constraint ${quoteName(each.name)}`,
        stepId: each.stepId,
      })),
    { text: `delete from ${scope.schema}._plinth_meta where key like 'fill:%'` },
    ...[...rewritten].map((tableId) => ({ text: `analyze ${scope.after(tableId)}` })),
  ]
}
