import {
  type ColumnShape,
  newName,
  type OperationOf,
  STORED_TYPES,
  TRASH_PREFIX,
} from '@plinth/schema'
import type { MigrationStatement } from '../../engine/migration-statement.ts'
import { findOperations } from '../../engine/plan-operations.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { postgresConversion, postgresIsEmpty, writeFromJson } from './convert.ts'
import { checkName, dualName, type PostgresMigrationScope } from './migration-scope.ts'

const typeOf = ({ form }: Pick<ColumnShape, 'form'>) => STORED_TYPES.postgres[form]

/** Stores the values that defaults and triggers read by key. */
export function fillStatements({ plan, schema }: PostgresMigrationScope): MigrationStatement[] {
  const fill = (key: string, value: unknown): MigrationStatement => ({
    text: `insert into ${schema}._plinth_meta (key, value) values ('fill:' || $1, $2)
      on conflict (key) do update set value = excluded.value`,
    values: [key, JSON.stringify(value)],
  })
  const changes = [...findOperations(plan, 'addColumn'), ...findOperations(plan, 'rewriteColumn')]
  return changes.flatMap((change) => [
    ...(change.fill === undefined ? [] : [fill(change.newName, change.fill)]),
    ...(change.kind === 'rewriteColumn' && change.former?.fill !== undefined
      ? [fill(`${change.newName}_former`, change.former.fill)]
      : []),
  ])
}

/** New columns and the triggers that keep them in sync, per table. */
export function columnStatements(scope: PostgresMigrationScope): Map<string, MigrationStatement[]> {
  const { plan } = scope
  const byTable = new Map<string, MigrationStatement[]>()
  const push = (tableId: string, statement: MigrationStatement) => {
    byTable.set(tableId, [...(byTable.get(tableId) ?? []), statement])
  }
  for (const { tableId, names, stepId } of findOperations(plan, 'addMoments')) {
    // Other clients that write to this table do not know these columns, so the database fills them.
    const adds = names.map(
      (name) =>
        `add column if not exists ${quoteName(name)} ${STORED_TYPES.postgres.moment} not null default now()`,
    )
    push(tableId, { text: `alter table ${scope.before(tableId)} ${adds.join(', ')}`, stepId })
  }
  for (const { tableId, shape, newName: name, fill, stepId } of findOperations(plan, 'addColumn')) {
    const value = writeFromJson(shape.form, `${scope.schema}._plinth_fill('${name}')`)
    const filled = fill === undefined ? '' : ` default ${value}`
    const text = `alter table ${scope.before(tableId)} add column if not exists ${quoteName(name)} ${typeOf(shape)}${filled}`
    push(tableId, { text, stepId })
  }
  const rewrites = findOperations(plan, 'rewriteColumn')
  for (const { tableId, shape, newName: name, stepId } of rewrites) {
    const text = `alter table ${scope.before(tableId)} add column if not exists ${quoteName(name)} ${typeOf(shape)}`
    push(tableId, { text, stepId })
  }
  for (const [tableId, changes] of Map.groupBy(rewrites, (change) => change.tableId)) {
    const sets = changes.map(
      (change) =>
        `new.${quoteName(change.newName)} := ${writeRewrite(change, { scope, prefix: 'new.' })};`,
    )
    const dual = scope.table(dualName(tableId))
    push(tableId, {
      text: `create or replace function ${dual}() returns trigger language plpgsql as
        $plinth$ begin ${sets.join(' ')} return new; end $plinth$`,
    })
    push(tableId, {
      text: `create or replace trigger ${quoteName(dualName(tableId))} before insert or update
        on ${scope.before(tableId)} for each row execute function ${dual}()`,
    })
  }
  return byTable
}

/** The new value of a rewritten column, computed from the row. */
function writeRewrite(
  change: OperationOf<'rewriteColumn'>,
  { scope, prefix = '' }: { scope: PostgresMigrationScope; prefix?: string },
): string {
  const { conversion, former, fill, shape } = change
  const current = `${prefix}${quoteName(change.from)}`
  let value = postgresConversion(conversion, current)
  const filled = (key: string, form: ColumnShape['form']) =>
    writeFromJson(form, `${scope.schema}._plinth_fill('${key}')`)
  if (former) {
    const was = `${prefix}${quoteName(former.trashName)}`
    const forwards = postgresConversion({ from: former.form, to: conversion.from }, was)
    const then =
      former.fill === undefined
        ? forwards
        : `case when ${postgresIsEmpty(conversion.from, `(${forwards})`)} then ${filled(`${change.newName}_former`, conversion.from)} else ${forwards} end`
    value = `case when (${then}) is not distinct from ${current} then ${was} else ${value} end`
  }
  const typed = `(${value})::${typeOf(shape)}`
  if (fill === undefined) return typed
  return `case when ${postgresIsEmpty(shape.form, typed)} then ${filled(change.newName, shape.form)} else ${typed} end`
}

/** One batch of a backfill: the query for its last id, and the update up to there. */
export function backfillStatements(
  scope: PostgresMigrationScope,
  tableId: string,
): { findEnd: string; fill: string; fillRest: string } {
  const changes = findOperations(scope.plan, 'rewriteColumn').filter(
    (change) => change.tableId === tableId,
  )
  const sets = changes.map(
    (change) => `${quoteName(change.newName)} = ${writeRewrite(change, { scope })}`,
  )
  const table = scope.before(tableId)
  const fillRest = `update ${table} set ${sets.join(', ')} where "id" > $1`
  return {
    findEnd: `select "id" from ${table} where "id" > $1 order by "id" offset $2 limit 1`,
    fill: `${fillRest} and "id" <= $2`,
    fillRest,
  }
}

/** Builds indexes concurrently under a temporary name. */
export function postgresIndexStatements(
  scope: PostgresMigrationScope,
): (MigrationStatement & { name: string })[] {
  return findOperations(scope.plan, 'createIndex').map(({ tableId, index, stepId }) => {
    const name = newName(index.name)
    const columns = index.columns.map((id) => quoteName(scope.waiting(tableId, id))).join(', ')
    const unique = index.isUnique ? 'unique ' : ''
    const text = `create ${unique}index concurrently if not exists ${quoteName(name)} on ${scope.before(tableId)} (${columns})`
    return { text, name, stepId }
  })
}

/** Validates NOT NULL through check constraints, so that the cutover need not scan rows. */
export function checkStatements(
  scope: PostgresMigrationScope,
): { add: MigrationStatement; validate: MigrationStatement; name: string; table: string }[] {
  const { plan } = scope
  const added = findOperations(plan, 'addColumn').filter(
    ({ shape, fill }) => shape.isRequired && fill !== undefined,
  )
  const rewritten = findOperations(plan, 'rewriteColumn').filter(({ shape }) => shape.isRequired)
  const columns = [
    ...[...added, ...rewritten].map(({ tableId, shape, newName: column, stepId }) => ({
      tableId,
      columnId: shape.columnId,
      column,
      stepId,
    })),
    ...findOperations(plan, 'setRequired')
      .filter(({ isRequired, from }) => isRequired && !from.startsWith(TRASH_PREFIX))
      .map(({ tableId, columnId, from, stepId }) => ({ tableId, columnId, column: from, stepId })),
  ]
  return columns.map(({ tableId, columnId, column, stepId }) => {
    const name = checkName(columnId)
    const table = scope.before(tableId)
    const add = `alter table ${table} add constraint ${quoteName(name)} check (${quoteName(column)} is not null) not valid`
    const validate = `alter table ${table} validate constraint ${quoteName(name)}`
    return { add: { text: add, stepId }, validate: { text: validate, stepId }, name, table }
  })
}
