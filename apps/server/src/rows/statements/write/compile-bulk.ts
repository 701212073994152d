import type { Folded } from '@plinth/expression'
import { columnNamed, type DataModel, type DataTable } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { raw, sql, whole } from '../../../foundation/platform/sql.ts'
import { encodeRecord } from '../../values/encode-cell.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { both } from '../expression/condition.ts'
import { newRow, newScope } from '../expression/scope.ts'
import type { RowProjection } from '../select/row-object.ts'
import { answerOf } from './compile-create.ts'
import { allowedOf, assignments, compileUpdate, nextVersion } from './compile-update.ts'
import { linksSent } from './link-steps.ts'
import { precheckRule } from './prechecked-rows.ts'
import { preserveHiddenKey } from './preserve-hidden-key.ts'
import type { LinkRule, SentRow, WritePlan, WriteStep } from './write-plan.ts'

export interface BulkChange extends RowProjection {
  readonly table: DataTable
  readonly rows: readonly SentRow[]
  readonly now: number
  /** One rule for all rows, or one per row if the rule reads the body or the old row. */
  readonly rule: Folded | ((row: SentRow) => Folded)
  readonly linkRule?: LinkRule
  /** Maximum size of the answer; beyond it the write fails. */
  readonly maxBytes?: number
}

/** Updates many rows, all or none: one statement per set of sent columns. */
export function compileUpdates(model: DataModel, change: BulkChange): WritePlan {
  const { table, rows, rule } = change
  const sets = new Map<string, SentRow[]>()
  const alone: SentRow[] = []
  for (const row of rows) {
    if (typeof rule === 'function' || linksSent(table, row).size > 0) alone.push(row)
    else {
      const key = [...row.values.keys()].sort().join(' ')
      sets.set(key, [...(sets.get(key) ?? []), row])
    }
  }
  const single = alone.flatMap((row): readonly WriteStep[] => {
    const { steps } = compileUpdate(model, {
      ...change,
      row,
      rule: typeof rule === 'function' ? rule(row) : rule,
    })
    return steps
  })
  const together =
    typeof rule === 'function'
      ? []
      : [...sets.values()].map((set) => updateSet(model, { ...change, rule }, set))
  return {
    steps: [...together, ...single],
    answer: compileMany(model, {
      table,
      view: change.view,
      viewer: change.viewer,
      ids: rows.map((row) => row.id),
      ...(change.maxBytes && { maxBytes: change.maxBytes }),
    }),
  }
}

function updateSet(
  model: DataModel,
  { table, now, rule, viewer }: BulkChange & { readonly rule: Folded },
  rows: readonly SentRow[],
): WriteStep {
  const { dialect } = model
  const scope = newScope(model)
  const stored = newRow(scope, table)
  const sent = scope.newAlias()
  const columns = [...(rows[0]?.values.keys() ?? [])].sort().map((name) => columnNamed(table, name))
  const id = { cell: table.key, form: 'id' } as const
  const fields = [id, ...columns.map(({ cell = raw(''), form }) => ({ cell, form }))]
  const records = rows.map((row) => [
    row.id,
    ...columns.map(({ name, form }) => encodeRecord(form, row.values.get(name))),
  ])
  const cells = new Map([['updatedOn', nextVersion(scope, stored, now)]])
  const ids = rows.map((row) => row.id)
  for (const column of columns) {
    const cell = sql`${raw(sent)}.${column.cell ?? raw('')}`
    cells.set(column.name, preserveHiddenKey(scope, { stored, ids, column, cell, viewer }))
  }
  const from = dialect.records(fields, records, sent)
  const isIt = sql`${stored.alias}.${table.key} = ${raw(sent)}.${table.key}`
  const allowed = precheckRule(scope, stored, {
    rule: allowedOf(scope, { stored, cells, links: new Map(), rule }),
    from: [sql`${table.from} as ${stored.alias}`, from],
    where: [isIt],
  })
  const where = both([isIt, allowed])
  const returned = dialect.canReturnRelated
    ? sql`${stored.alias}.${table.key} as id`
    : sql`${table.key} as id`
  const text = sql`update ${table.from} as ${stored.alias} set ${assignments(table, cells)} from ${from} where ${where} returning ${returned}`
  return {
    statement: render(text, dialect.style),
    expects: rows.length,
    failing: { reason: 'denied' },
  }
}

interface Many extends RowProjection {
  readonly table: DataTable
  readonly ids: readonly string[]
  /** The rule that a returned row must meet; none if omitted. */
  readonly rule?: Folded
  /** Maximum size of the answers together; if they exceed it, one of them is null. */
  readonly maxBytes?: number
}

/** Rows by their ids, as `answer`, in the order of the ids. */
export function compileMany(model: DataModel, many: Many): Statement {
  const scope = newScope(model)
  const row = newRow(scope, many.table)
  const { dialect } = model
  const items = dialect.numbered(many.ids, scope.newAlias())
  const answer = answerOf(scope, row, many)
  const chosen = both([
    sql`${row.alias}.${many.table.key} = ${items.item}`,
    compileExpression(scope, many.rule ?? true, row),
  ])
  const built = sql`select ${answer} from ${items.from} join ${many.table.from} as ${row.alias} on ${chosen} order by ${items.position}`
  const { maxBytes } = many
  if (maxBytes === undefined) return render(built, dialect.style)
  if (dialect.prefersManyRows) return { ...render(built, dialect.style), maxBytes }
  // The window needs all sizes before the first row, so none is sent of those that are too large together.
  const total = sql`sum(${dialect.size(raw('b.answer'))} + 1) over () - 1`
  const text = sql`select case when ${total} <= ${whole(maxBytes)} then b.answer end as answer from (${built} offset 0) as b`
  return render(text, dialect.style)
}
