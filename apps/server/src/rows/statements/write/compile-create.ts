import type { Folded } from '@plinth/expression'
import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import { render } from '../../../databases/sql/render.ts'
import { joinSql, raw, type Sql, sql, whole } from '../../../foundation/platform/sql.ts'
import { encodeCell } from '../../values/encode-cell.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { TRUE } from '../expression/condition.ts'
import { derivedRow } from '../expression/derived-row.ts'
import { ownColumns } from '../expression/request-needs.ts'
import { newScope, type RowRef, type Scope } from '../expression/scope.ts'
import { compileOne } from '../select/compile-select.ts'
import { isAtMost } from '../select/page-size.ts'
import { isOwnCells, type RowProjection, rowAnswer } from '../select/row-object.ts'
import { linkSteps, linksSent } from './link-steps.ts'
import { precheckRuleOfNewRow } from './prechecked-rows.ts'
import type { LinkRule, SentRow, WritePlan } from './write-plan.ts'

export interface Creation extends RowProjection {
  readonly table: DataTable
  readonly row: SentRow
  /** Milliseconds. */
  readonly now: number
  /** The create rule, folded with the body; evaluated on the new row. */
  readonly rule: Folded
  readonly linkRule?: LinkRule
  /** Maximum size of the returned row, whose answer is null if it is larger. */
  readonly maxBytes?: number
}

/** Inserts a row only if the rule holds for the resulting row, including its relations. */
export function compileCreate(model: DataModel, creation: Creation): WritePlan {
  const { table, row, rule, now, linkRule, viewer } = creation
  const { dialect } = model
  const scope = newScope(model)
  const cells = newCells(model, creation)
  const links = linksSent(table, row)
  const columns = [...cells.keys()].map((name) => table.columns.get(name)?.cell ?? raw(''))
  const needed = new Set([...cells.keys(), ...(typeof rule === 'boolean' ? [] : ownColumns(rule))])
  const { row: derived, from } = derivedRow(scope, { table, cells, links, asked: needed })
  const allowed = precheckRuleOfNewRow(scope, {
    rule: compileExpression(scope, rule, derived),
    from: [from],
    where: [],
  })
  const target: RowRef = { table, alias: raw(scope.newAlias()) }
  const names = joinSql(columns, ', ')
  const values =
    allowed === TRUE
      ? sql`values (${joinSql([...cells.values()], ', ')})`
      : sql`select ${joinSql(
          columns.map((column) => sql`${derived.alias}.${column}`),
          ', ',
        )} from ${from} where ${allowed}`
  const steps = linkSteps(scope, { table, row, now, isNew: true, linkRule, viewer })
  const returned = steps.length === 0 ? returningOf(scope, target, creation) : undefined
  const text = sql`insert into ${table.from} as ${target.alias} (${names}) ${values} returning ${returned ?? sql`${table.key} as id`}`
  const first = {
    statement: render(text, dialect.style),
    expects: 1,
    failing: { reason: 'denied' },
  } as const
  if (returned) return { steps: [first] }
  const answer = compileOne(model, { ...creation, rule: true, id: row.id })
  return { steps: [first, ...steps], answer }
}

export function answerOf(scope: Scope, row: RowRef, seen: RowProjection): Sql {
  return sql`${rowAnswer(scope, row, seen)} as answer`
}

interface Returned extends RowProjection {
  readonly maxBytes?: number
}

/** The RETURNING clause that yields the response; undefined if the row must be read afterwards. */
export function returningOf(scope: Scope, row: RowRef, seen: Returned): Sql | undefined {
  const { table } = row
  const { canReturnRelated: returnsRows, engine } = scope.model.dialect
  const answer = returnsRows ? returnedAnswer(scope, row, seen) : undefined
  // Computed tables are read as the reader role, after the write is committed.
  if (answer?.readsComputed && engine === 'postgres') return undefined
  if (answer) return answer
  if (!isOwnCells({ model: scope.model, table }, seen)) return undefined
  // RETURNING only knows the table's name without its schema.
  return returnedAnswer(scope, { table, alias: raw(quoteName(table.name)) }, seen)
}

/** The answer of a written row, null if it is above the byte limit. */
function returnedAnswer(scope: Scope, row: RowRef, seen: Returned): Sql {
  const { model } = scope
  const { table, alias } = row
  const { maxBytes } = seen
  const answer = rowAnswer(scope, row, seen)
  const isLimited = isAtMost(model, { ...seen, table, max: whole(maxBytes ?? 0) }, alias)
  if (maxBytes === undefined || (!isLimited && isOwnCells({ model, table }, seen)))
    return sql`${answer} as answer`
  const small = isLimited ? sql`case when ${isLimited} then ${answer} end` : answer
  if (!model.dialect.canReturnRelated) return sql`${small} as answer`
  // Related rows and compressed cells can be of any size; OFFSET keeps PostgreSQL from building them twice.
  const exact = sql`case when octet_length(b.answer) <= ${whole(maxBytes)} then b.answer end`
  return sql`(select ${exact} from (select ${small} as answer offset 0) as b) as answer`
}

function newCells({ dialect }: DataModel, { table, row, now }: Creation): ReadonlyMap<string, Sql> {
  const cells = new Map([
    ['id', dialect.bind('id', row.id)],
    ['createdOn', dialect.bind('date', now)],
    ['updatedOn', dialect.bind('date', now)],
  ])
  for (const [name, value] of row.values) {
    const column = table.columns.get(name)
    if (column?.cell) cells.set(name, dialect.bind(column.form, encodeCell(column.form, value)))
  }
  return cells
}
