import { INDEX_PREFIX, STORED_TYPES, shapeOfTable } from '@plinth/schema'
import { columnRenames } from '../../engine/column-renames.ts'
import type { MigrationStatement } from '../../engine/migration-statement.ts'
import { orderRenames, temporaryName } from '../../engine/order-renames.ts'
import { findOperations } from '../../engine/plan-operations.ts'
import { fillPlace } from '../../sql/links-sql.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { dualName, foreignKeyName, type PostgresMigrationScope } from './migration-scope.ts'

/** Tables to lock while names change; the strongest lock of each wins. */
export function tablesToLock(scope: PostgresMigrationScope): {
  exclusive: string[]
  shared: string[]
} {
  const { plan } = scope
  const exclusive = new Set<string>()
  const shared = new Set<string>()
  for (const { operation } of plan.steps) {
    switch (operation.kind) {
      case 'createIndex':
      case 'createView':
      case 'dropView':
      case 'record':
        break
      case 'createTable':
        for (const { key } of operation.columns) if (key) shared.add(key.targetId)
        break
      case 'createJoin':
        shared.add(operation.join.first.tableId).add(operation.join.second.tableId)
        break
      case 'renameJoin':
      case 'trashJoin':
        break
      case 'moveLinks':
        for (const place of [operation.from, operation.to]) {
          if (place.kind === 'key') exclusive.add(place.tableId)
        }
        break
      case 'addColumn':
        exclusive.add(operation.tableId)
        if (operation.shape.key) shared.add(operation.shape.key.targetId)
        break
      case 'addForeignKey':
        exclusive.add(operation.tableId)
        shared.add(operation.targetId)
        break
      default:
        exclusive.add(operation.tableId)
    }
  }
  const existing = (ids: Iterable<string>) =>
    [...ids].filter((id) => scope.nameOf(id) !== '').map((id) => scope.before(id))
  const rest = [...shared].filter((id) => !exclusive.has(id))
  return { exclusive: existing(exclusive).sort(), shared: existing(rest).sort() }
}

/**
 * Drops views, moves links and removes constraints of columns and tables that go to the trash; names are
 * still the old ones.
 */
export function releaseStatements(scope: PostgresMigrationScope): MigrationStatement[] {
  const { plan, schema } = scope
  return [
    ...dropViews(scope),
    ...findOperations(plan, 'createJoin').map(({ join, stepId }) => ({
      text: `create table ${scope.table(join.name)} ("first" uuid not null, "second" uuid not null,
        "firstPosition" integer not null, "secondPosition" integer not null,
        primary key ("first", "second"), unique ("second", "first"))`,
      stepId,
    })),
    ...findOperations(plan, 'moveLinks').map((move) => ({
      text: fillPlace(move, scope),
      stepId: move.stepId,
    })),
    ...[...new Set(findOperations(plan, 'rewriteColumn').map((each) => each.tableId))].flatMap(
      (tableId) => [
        {
          text: `drop trigger ${quoteName(dualName(tableId))} on ${scope.before(tableId)}`,
        },
        { text: `drop function ${scope.table(dualName(tableId))}()` },
      ],
    ),
    ...findOperations(plan, 'dropIndex').map(({ name, stepId }) => ({
      text: `drop index if exists ${schema}.${quoteName(name)}`,
      stepId,
    })),
    ...alterStatements(scope),
    ...findOperations(plan, 'trashTable').flatMap((operation) => freeTable(scope, operation)),
  ]
}

/** One statement, since views may depend on each other. */
function dropViews(scope: PostgresMigrationScope): MigrationStatement[] {
  const views = findOperations(scope.plan, 'dropView').map(({ from }) => scope.table(from))
  return views.length === 0 ? [] : [{ text: `drop view if exists ${views.join(', ')}` }]
}

function alterStatements(scope: PostgresMigrationScope): MigrationStatement[] {
  const { plan } = scope
  const alter = (
    options: { tableId: string; stepId: string },
    change: string,
  ): MigrationStatement => ({
    text: `alter table ${scope.before(options.tableId)} ${change}`,
    stepId: options.stepId,
  })
  return [
    ...findOperations(plan, 'addColumn')
      .filter(({ fill }) => fill !== undefined)
      .map((each) => alter(each, `alter column ${quoteName(each.newName)} drop default`)),
    ...findOperations(plan, 'rewriteColumn').map((each) =>
      alter(each, `alter column ${quoteName(each.from)} drop not null`),
    ),
    ...findOperations(plan, 'trashColumn').flatMap((each) => [
      alter(each, `drop constraint if exists ${quoteName(foreignKeyName(each.columnId))}`),
      alter(each, `alter column ${quoteName(each.from)} drop not null`),
    ]),
    ...findOperations(plan, 'setRequired')
      .filter(({ isRequired }) => !isRequired)
      .map((each) => alter(each, `alter column ${quoteName(each.from)} drop not null`)),
  ]
}

function freeTable(
  scope: PostgresMigrationScope,
  operation: ReturnType<typeof findOperations<'trashTable'>>[number],
): MigrationStatement[] {
  const { definition, stepId } = operation
  const shape = shapeOfTable(definition)
  return [
    ...shape.columns
      .filter((column) => column.key)
      .map((column) => ({
        text: `alter table ${scope.table(operation.from)} drop constraint if exists ${quoteName(foreignKeyName(column.columnId))}`,
        stepId,
      })),
    ...shape.indexes
      .filter((index) => index.name.startsWith(INDEX_PREFIX))
      .map((index) => ({
        text: `drop index if exists ${scope.schema}.${quoteName(index.name)}`,
        stepId,
      })),
  ]
}

/** Moves old names out of the way and renames to the new ones. */
export function postgresRenameStatements(scope: PostgresMigrationScope): MigrationStatement[] {
  const { plan } = scope
  const rename = (options: { from: string; to: string; stepId?: string }): MigrationStatement => ({
    text: `alter table ${scope.table(options.from)} rename to ${quoteName(options.to)}`,
    ...(options.stepId ? { stepId: options.stepId } : {}),
  })
  return [
    ...[...findOperations(plan, 'trashColumn'), ...findOperations(plan, 'rewriteColumn')].map(
      ({ tableId, from, trashName, stepId }) => ({
        text: `alter table ${scope.before(tableId)} rename column ${quoteName(from)} to ${quoteName(trashName)}`,
        stepId,
      }),
    ),
    ...[...findOperations(plan, 'trashTable'), ...findOperations(plan, 'trashJoin')].map(
      ({ from, trashName, stepId }) => rename({ from, to: trashName, stepId }),
    ),
    ...orderRenames(findOperations(plan, 'renameTable'), temporaryName).map(rename),
    ...findOperations(plan, 'renameJoin').map(rename),
    ...columnRenames(plan).map(({ tableId, from, to }) => ({
      text: `alter table ${scope.after(tableId)} rename column ${quoteName(from)} to ${quoteName(to)}`,
    })),
  ]
}

/** Creates new tables under their final names, which are free by now. */
export function createStatements(scope: PostgresMigrationScope): MigrationStatement[] {
  return findOperations(scope.plan, 'createTable').flatMap(({ to, columns, indexes, stepId }) => {
    const names = new Map(columns.map((column) => [column.columnId, column.name]))
    const own = columns.map(
      ({ name, form, isRequired }) =>
        `${quoteName(name)} ${STORED_TYPES.postgres[form]}${isRequired ? ' not null' : ''}`,
    )
    const all = [
      '"id" uuid primary key',
      ...own,
      '"createdOn" timestamptz(3) not null default now()',
      '"updatedOn" timestamptz(3) not null default now()',
    ]
    const table = scope.table(to)
    return [
      { text: `create table ${table} (${all.join(', ')})`, stepId },
      ...indexes.map(({ name, columns: ids, isUnique }) => {
        const over = ids.map((id) => quoteName(names.get(id) ?? id)).join(', ')
        const unique = isUnique ? 'unique ' : ''
        return { text: `create ${unique}index ${quoteName(name)} on ${table} (${over})`, stepId }
      }),
    ]
  })
}
