import { newName } from '@plinth/schema'
import { findOperations } from '../../engine/operations.ts'
import { quoteName } from '../../sql/quote-name.ts'
import type { MigrationStatement } from '../../sql/statement.ts'
import { checkName, foreignKeyName, type Ground } from './ground.ts'

/** What must hold from now on; names are the new ones. */
export function constrainStatements(ground: Ground): MigrationStatement[] {
  return [
    ...requiredStatements(ground),
    ...foreignKeyStatements(ground),
    ...findOperations(ground.plan, 'createIndex').map(({ index, stepId }) => ({
      text: `alter index ${ground.schema}.${quoteName(newName(index.name))} rename to ${quoteName(index.name)}`,
      stepId,
    })),
  ]
}

function requiredStatements(ground: Ground): MigrationStatement[] {
  const { plan } = ground
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
      text: `alter table ${ground.after(tableId)} alter column ${quoteName(name)} set not null`,
      stepId,
    },
    {
      text: `alter table ${ground.after(tableId)} drop constraint if exists ${quoteName(checkName(columnId))}`,
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
  /** The table has rows to be looked at afterwards. */
  isLate: boolean
  stepId: string
}

/** All foreign keys a plan adds. */
function listForeignKeys(ground: Ground): ForeignKey[] {
  const { plan } = ground
  const key = { onDelete: 'set null' as const }
  return [
    ...findOperations(plan, 'createTable').flatMap(({ tableId, columns, stepId }) =>
      columns.flatMap((column): ForeignKey[] => {
        if (!column.key) return []
        const target = ground.after(column.key.targetId)
        const name = foreignKeyName(column.columnId)
        const table = ground.after(tableId)
        return [{ ...key, table, column: column.name, name, target, isLate: false, stepId }]
      }),
    ),
    ...findOperations(plan, 'addColumn').flatMap(({ tableId, shape, stepId }): ForeignKey[] => {
      if (!shape.key) return []
      const target = ground.after(shape.key.targetId)
      const name = foreignKeyName(shape.columnId)
      const table = ground.after(tableId)
      return [{ ...key, table, column: shape.name, name, target, isLate: true, stepId }]
    }),
    ...findOperations(plan, 'addForeignKey').map((each) => ({
      ...key,
      table: ground.after(each.tableId),
      column: each.to,
      name: foreignKeyName(each.columnId),
      target: ground.after(each.targetId),
      isLate: true,
      stepId: each.stepId,
    })),
    ...findOperations(plan, 'createJoin').flatMap(({ join, stepId }) =>
      (['first', 'second'] as const).map((side) => ({
        table: ground.table(join.name),
        column: side,
        name: foreignKeyName(`${side}:${join.pairKey}`),
        target: ground.after(join[side].tableId),
        onDelete: 'cascade' as const,
        isLate: true,
        stepId,
      })),
    ),
  ]
}

function foreignKeyStatements(ground: Ground): MigrationStatement[] {
  const dangling = findOperations(ground.plan, 'addForeignKey').map((each) => {
    const column = quoteName(each.to)
    const table = ground.after(each.tableId)
    return {
      text: `update ${table} set ${column} = null where ${column} is not null and not exists
        (select 1 from ${ground.after(each.targetId)} as target where target."id" = ${table}.${column})`,
      stepId: each.stepId,
    }
  })
  const added = listForeignKeys(ground).map((each) => ({
    text: `alter table ${each.table} add constraint ${quoteName(each.name)} foreign key (${quoteName(each.column)})
      references ${each.target} ("id") on delete ${each.onDelete}${each.isLate ? ' not valid' : ''}`,
    stepId: each.stepId,
  }))
  return [...dangling, ...added]
}

/** What may follow when everybody works with the new names already. */
export function cleanStatements(ground: Ground): MigrationStatement[] {
  const rewritten = new Set(
    findOperations(ground.plan, 'rewriteColumn').map((each) => each.tableId),
  )
  return [
    ...listForeignKeys(ground)
      .filter(({ isLate }) => isLate)
      .map((each) => ({
        text: `alter table ${each.table} validate constraint ${quoteName(each.name)}`,
        stepId: each.stepId,
      })),
    { text: `delete from ${ground.schema}._plinth_meta where key like 'fill:%'` },
    ...[...rewritten].map((tableId) => ({ text: `analyze ${ground.after(tableId)}` })),
  ]
}
