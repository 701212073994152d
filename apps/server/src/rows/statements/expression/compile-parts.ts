import { type Checked, type Data, fold, type RequestData } from '@plinth/expression'
import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { joinSql, raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { compileExpression } from './compile-expression.ts'
import { derivedRow } from './derived-row.ts'
import { newRow, newScope } from './scope.ts'

type Folding = Parameters<typeof fold>[1]

interface Parts {
  readonly table: DataTable
  readonly parts: readonly Checked[]
  /** The stored row to evaluate them for; undefined evaluates them for a new, empty row. */
  readonly row: Data | undefined
  readonly values: Folding & { readonly request: RequestData }
}

/** Selects for each part of a rule whether it holds, as `c0`, `c1` and so on with 1 or 0. */
export function compileParts(model: DataModel, { table, parts, row, values }: Parts): Statement {
  const scope = newScope(model)
  const derived = derivedRow(scope, { table, cells: new Map() })
  const subject = row ? newRow(scope, table) : derived.row
  const cells = parts.map((part, at): Sql => {
    const condition = compileExpression(scope, fold(part, values), subject)
    return sql`case when ${condition} then 1 else 0 end as ${raw(`c${at}`)}`
  })
  const key = sql`${subject.alias}.${table.key}`
  const from = row
    ? sql`${table.from} as ${subject.alias} where ${key} = ${model.dialect.bind('id', row.id)}`
    : derived.from
  return render(sql`select ${joinSql(cells, ', ')} from ${from}`, model.dialect.style)
}
