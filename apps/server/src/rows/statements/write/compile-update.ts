import type { Folded } from '@plinth/expression'
import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render } from '../../../databases/sql/render.ts'
import { joinSql, raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { encodeCell } from '../../values/encode-cell.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { both, exists, not, type Source, TRUE } from '../expression/condition.ts'
import { derivedRow } from '../expression/derived-row.ts'
import { type LinkViewer, linkRule } from '../expression/link-rule.ts'
import { ownColumns } from '../expression/request-needs.ts'
import { newRow, newScope, type RowRef, type Scope } from '../expression/scope.ts'
import { compileOne } from '../select/compile-select.ts'
import type { RowProjection } from '../select/row-object.ts'
import { returningOf } from './compile-create.ts'
import { linkSteps, linksSent } from './link-steps.ts'
import { precheckRule } from './prechecked-rows.ts'
import { preserveHiddenKey } from './preserve-hidden-key.ts'
import type { LinkRule, SentRow, WritePlan } from './write-plan.ts'

export interface Change extends RowProjection {
  readonly table: DataTable
  readonly row: SentRow
  readonly now: number
  /** The update rule, folded with body and old row; evaluated on the stored row and the result. */
  readonly rule: Folded
  readonly linkRule?: LinkRule
  /** Milliseconds; fails if the row has changed since. */
  readonly ifUpdatedOn?: number
  /** Fails if the row of an Auth table has another password hash. */
  readonly ifPasswordHash?: string
  /** Maximum size of the returned row, whose answer is null if it is larger. */
  readonly maxBytes?: number
}

/** Updates a row only if the rule holds before and after, both checked within the statement. */
export function compileUpdate(model: DataModel, change: Change): WritePlan {
  const { table, row, now, linkRule, viewer } = change
  const { dialect } = model
  const scope = newScope(model)
  const stored = newRow(scope, table)
  const cells = new Map([['updatedOn', nextVersion(scope, stored, now)]])
  for (const [name, value] of row.values) {
    const column = table.columns.get(name)
    if (!column?.cell) continue
    const cell = dialect.bind(column.form, encodeCell(column.form, value))
    cells.set(name, preserveHiddenKey(scope, { stored, ids: [row.id], column, cell, viewer }))
  }
  const isIt = sql`${stored.alias}.${table.key} = ${dialect.bind('id', row.id)}`
  const links = linksSent(table, row)
  const allowed = precheckRule(scope, stored, {
    rule: allowedOf(scope, { stored, cells, links, viewer, rule: change.rule }),
    from: [sql`${table.from} as ${stored.alias}`],
    where: [isIt],
  })
  const where = both([isIt, ...unchangedSince(scope, stored, change), allowed])
  const steps = linkSteps(scope, { table, row, now, isNew: false, linkRule, viewer })
  const returned = steps.length === 0 ? returningOf(scope, stored, change) : undefined
  const text = sql`update ${table.from} as ${stored.alias} set ${assignments(table, cells)} where ${where} returning ${returned ?? sql`${table.key} as id`}`
  const first = {
    statement: render(text, dialect.style),
    expects: 1,
    failing: { reason: 'denied' },
  } as const
  if (returned) return { steps: [first] }
  const answer = compileOne(model, { ...change, rule: true, id: row.id })
  return { steps: [first, ...steps], answer }
}

/** The new `updatedOn`: always later than the stored one, even if the clock is behind. */
export function nextVersion({ model }: Scope, { alias, table }: RowRef, now: number): Sql {
  const { dialect } = model
  const { cell } = table.columns.get('updatedOn') ?? {}
  const moment = dialect.bind('date', now)
  return cell ? dialect.later(sql`${alias}.${cell}`, moment) : moment
}

function unchangedSince(
  { model }: Scope,
  { alias, table }: RowRef,
  { ifUpdatedOn, ifPasswordHash }: Change,
): readonly Sql[] {
  const { dialect } = model
  const is = (name: string, value: Sql | undefined) => {
    const { cell } = table.columns.get(name) ?? {}
    return cell && value ? [sql`${alias}.${cell} = ${value}`] : []
  }
  return [
    ...is('updatedOn', ifUpdatedOn === undefined ? undefined : dialect.bind('date', ifUpdatedOn)),
    ...is(
      'password',
      ifPasswordHash === undefined ? undefined : dialect.bind('text', ifPasswordHash),
    ),
  ]
}

export function assignments(table: DataTable, cells: ReadonlyMap<string, Sql>): Sql {
  const sets = [...cells].map(
    ([name, value]) => sql`${table.columns.get(name)?.cell ?? raw('')} = ${value}`,
  )
  return joinSql(sets, ', ')
}

export interface Allowing {
  readonly stored: RowRef
  /** The new cells, by column name. */
  readonly cells: ReadonlyMap<string, Sql>
  readonly links: ReadonlyMap<string, readonly string[]>
  readonly viewer?: LinkViewer
  readonly rule: Folded
}

/** Whether the rule holds for a row before and after; the result is only checked if it can differ. */
export function allowedOf(
  scope: Scope,
  { stored, cells, links, viewer = {}, rule }: Allowing,
): Sql {
  const before = compileExpression(scope, rule, stored)
  if (typeof rule === 'boolean') return before
  const columns = ownColumns(rule)
  if (![...cells.keys(), ...links.keys()].some((name) => columns.has(name))) return before
  const after = new Map<string, Sql>()
  for (const { name, cell } of stored.table.columns.values())
    if (cell && (name === 'id' || columns.has(name)))
      after.set(name, cells.get(name) ?? sql`${stored.alias}.${cell}`)
  const staysLinked = (linked: RowRef) =>
    not(compileExpression(scope, linkRule(viewer, linked.table), linked))
  const derived = { table: stored.table, cells: after, links, staysLinked, asked: columns }
  const { row, from } = derivedRow(scope, derived)
  const source: Source = { from: [from], where: [compileExpression(scope, rule, row)] }
  return both([before, source.where.includes(TRUE) ? TRUE : exists(source)])
}
