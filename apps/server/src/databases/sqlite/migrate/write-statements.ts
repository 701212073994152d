import { INDEX_PREFIX, type OperationOf, shapeOfTable } from '@plinth/schema'
import { columnRenames } from '../../engine/column-renames.ts'
import type { MigrationStatement } from '../../engine/migration-statement.ts'
import { orderRenames, temporaryName } from '../../engine/order-renames.ts'
import { findOperations } from '../../engine/plan-operations.ts'
import { fillPlace } from '../../sql/links-sql.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { writeColumn } from './column-sql.ts'
import { bindFill, sqliteConversion, sqliteIsEmpty } from './convert.ts'
import type { SqliteMigrationScope } from './migration-scope.ts'

const NOW = `(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`

/** Drops views; creates and fills new tables and columns under temporary names. */
export function prepareStatements(scope: SqliteMigrationScope): MigrationStatement[] {
  const { plan } = scope
  return [
    ...findOperations(plan, 'dropView').map(({ from, stepId }) => ({
      text: `drop view if exists ${quoteName(from)}`,
      stepId,
    })),
    ...findOperations(plan, 'createTable').map(({ tableId, columns, stepId }) => {
      const own = columns.map((shape) =>
        writeColumn(shape, {
          name: shape.name,
          target: shape.key && scope.before(shape.key.targetId),
        }),
      )
      const all = [
        '"id" TEXT primary key not null',
        ...own,
        `"createdOn" TEXT not null default ${NOW}`,
        `"updatedOn" TEXT not null default ${NOW}`,
      ]
      return {
        text: `create table ${quoteName(scope.before(tableId))} (${all.join(', ')}) strict`,
        stepId,
      }
    }),
    ...findOperations(plan, 'createJoin').map(({ join, stepId }) => {
      const side = (tableId: string) =>
        `TEXT not null references ${quoteName(scope.before(tableId))} ("id") on delete cascade`
      return {
        text: `create table ${quoteName(join.name)} ("first" ${side(join.first.tableId)}, "second" ${side(join.second.tableId)},
          "firstPosition" INTEGER not null, "secondPosition" INTEGER not null,
          primary key ("first", "second"), unique ("second", "first")) strict`,
        stepId,
      }
    }),
    ...addStatements(scope),
    ...findOperations(plan, 'moveLinks').map((move) => ({
      text: fillPlace(move, scope),
      stepId: move.stepId,
    })),
    ...danglingStatements(scope),
  ]
}

function addStatements(scope: SqliteMigrationScope): MigrationStatement[] {
  const { plan } = scope
  const added = findOperations(plan, 'addColumn').flatMap((each): MigrationStatement[] => {
    const { shape, newName: name, fill, stepId } = each
    const table = quoteName(scope.before(each.tableId))
    const target = shape.key && scope.before(shape.key.targetId)
    const column = writeColumn({ ...shape, isRequired: false }, { name, target })
    const filled = { text: `update ${table} set ${quoteName(name)} = ?`, stepId }
    return [
      { text: `alter table ${table} add column ${column}`, stepId },
      ...(fill === undefined ? [] : [{ ...filled, values: [bindFill(shape.form, fill)] }]),
    ]
  })
  const rewritten = findOperations(plan, 'rewriteColumn').flatMap((each): MigrationStatement[] => {
    const { shape, newName: name, stepId } = each
    const table = quoteName(scope.before(each.tableId))
    const column = writeColumn({ ...shape, isRequired: false }, { name, target: undefined })
    return [
      { text: `alter table ${table} add column ${column}`, stepId },
      { ...writeRewrite(each, table), stepId },
    ]
  })
  return [...added, ...rewritten]
}

function writeRewrite(change: OperationOf<'rewriteColumn'>, table: string): MigrationStatement {
  const { conversion, former, fill, shape } = change
  const values: unknown[] = []
  const current = quoteName(change.from)
  let value = sqliteConversion(conversion, current)
  if (former) {
    const was = quoteName(former.trashName)
    const forwards = sqliteConversion({ from: former.form, to: conversion.from }, was)
    let then = forwards
    if (former.fill !== undefined) {
      values.push(bindFill(conversion.from, former.fill))
      then = `case when ${sqliteIsEmpty(conversion.from, `(${forwards})`)} then ? else ${forwards} end`
    }
    value = `case when (${then}) is ${current} then ${was} else ${value} end`
  }
  if (fill === undefined) {
    return { text: `update ${table} set ${quoteName(change.newName)} = ${value}`, values }
  }
  const held = `(select case when ${sqliteIsEmpty(shape.form, 'held.value')} then ? else held.value end from (select ${value} as value) as held)`
  // In the order in which the placeholders occur.
  const bound = [bindFill(shape.form, fill), ...values]
  return { text: `update ${table} set ${quoteName(change.newName)} = ${held}`, values: bound }
}

function danglingStatements(scope: SqliteMigrationScope): MigrationStatement[] {
  return findOperations(scope.plan, 'addForeignKey').map((each) => {
    const column = quoteName(each.from)
    const table = quoteName(scope.before(each.tableId))
    const target = quoteName(scope.before(each.targetId))
    return {
      text: `update ${table} set ${column} = null where ${column} is not null and ${column} not in (select "id" from ${target})`,
      stepId: each.stepId,
    }
  })
}

/** Drops indexes that the new configuration does not have. */
export function dropIndexStatements({ plan }: SqliteMigrationScope): MigrationStatement[] {
  const dropped = findOperations(plan, 'dropIndex').map(({ name, stepId }) => ({ name, stepId }))
  const aside = findOperations(plan, 'trashTable').flatMap(({ definition, stepId }) =>
    shapeOfTable(definition)
      .indexes.filter(({ name }) => name.startsWith(INDEX_PREFIX))
      .map(({ name }) => ({ name, stepId })),
  )
  return [...dropped, ...aside].map(({ name, stepId }) => ({
    text: `drop index if exists ${quoteName(name)}`,
    stepId,
  }))
}

/** Moves old names out of the way and renames to the new ones. */
export function sqliteRenameStatements(scope: SqliteMigrationScope): MigrationStatement[] {
  const { plan } = scope
  const rename = ({ from, to }: { from: string; to: string }): MigrationStatement => ({
    text: `alter table ${quoteName(from)} rename to ${quoteName(to)}`,
  })
  const column = (
    table: string,
    { from, to }: { from: string; to: string },
  ): MigrationStatement => ({
    text: `alter table ${quoteName(table)} rename column ${quoteName(from)} to ${quoteName(to)}`,
  })
  return [
    ...[...findOperations(plan, 'trashColumn'), ...findOperations(plan, 'rewriteColumn')].map(
      ({ tableId, from, trashName, stepId }) => ({
        ...column(scope.before(tableId), { from, to: trashName }),
        stepId,
      }),
    ),
    ...[...findOperations(plan, 'trashTable'), ...findOperations(plan, 'trashJoin')].map(
      ({ from, trashName, stepId }) => ({ ...rename({ from, to: trashName }), stepId }),
    ),
    ...orderRenames(findOperations(plan, 'renameTable'), temporaryName).map(rename),
    ...findOperations(plan, 'createTable').map(({ tableId, to, stepId }) => ({
      ...rename({ from: scope.before(tableId), to }),
      stepId,
    })),
    ...findOperations(plan, 'renameJoin').map(rename),
    ...columnRenames(plan).map(({ tableId, ...each }) => column(scope.after(tableId), each)),
  ]
}

/** Indexes, on tables that already have their final names. */
export function sqliteIndexStatements(scope: SqliteMigrationScope): MigrationStatement[] {
  const { plan } = scope
  const names = new Map(
    plan.wanted.tables.flatMap((table) => table.columns.map(({ id, name }) => [id, name] as const)),
  )
  const all = [
    ...findOperations(plan, 'createTable').flatMap(({ tableId, indexes, stepId }) =>
      indexes.map((index) => ({ tableId, index, stepId })),
    ),
    ...findOperations(plan, 'createIndex'),
  ]
  return all.map(({ tableId, index, stepId }) => {
    const over = index.columns.map((id) => quoteName(names.get(id) ?? id)).join(', ')
    const unique = index.isUnique ? 'unique ' : ''
    return {
      text: `create ${unique}index ${quoteName(index.name)} on ${quoteName(scope.after(tableId))} (${over})`,
      stepId,
    }
  })
}
