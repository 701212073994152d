import type { Folded } from '@plinth/expression'
import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render } from '../../../databases/sql/render.ts'
import { joinSql, raw, sql } from '../../../foundation/platform/sql.ts'
import { encodeRecord } from '../../values/encode-cell.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { newScope } from '../expression/scope.ts'
import type { SentRow, WriteStep } from './write-plan.ts'

export interface Import {
  readonly table: DataTable
  /** Rows whose relations, if any, are stored as keys in the row. */
  readonly rows: readonly SentRow[]
  readonly now: number
  /** A create rule that does not read the body, so that it is the same for all rows. */
  readonly rule: Folded
}

/** Inserts many rows in one statement, all or none, each only if the rule holds for it. */
export function compileCreates(model: DataModel, { table, rows, now, rule }: Import): WriteStep {
  const { dialect } = model
  const scope = newScope(model)
  const alias = scope.newAlias()
  const row = { table, alias: raw(alias) }
  const columns = [...table.columns.values()].flatMap(({ name, form, cell }) =>
    cell ? [{ name, form, cell }] : [],
  )
  const moment = new Date(now).toISOString()
  const records = rows.map(({ id, values }) => {
    const all = new Map<string, unknown>([
      ...values,
      ['id', id],
      ['createdOn', moment],
      ['updatedOn', moment],
    ])
    return columns.map(({ name, form }) => encodeRecord(form, all.get(name)))
  })
  const names = joinSql(
    columns.map(({ cell }) => cell),
    ', ',
  )
  const cells = joinSql(
    columns.map(({ cell }) => sql`${row.alias}.${cell}`),
    ', ',
  )
  const allowed = compileExpression(scope, rule, row)
  const text = sql`insert into ${table.from} (${names}) select ${cells} from ${dialect.records(columns, records, alias)} where ${allowed} returning ${table.key} as id`
  return {
    statement: render(text, dialect.style),
    expects: rows.length,
    failing: { reason: 'denied' },
  }
}
