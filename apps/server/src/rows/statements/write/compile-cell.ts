import type { DataColumn, DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { type Sql, sql } from '../../../foundation/platform/sql.ts'
import { encodeCell } from '../../values/encode-cell.ts'
import { both } from '../expression/condition.ts'
import { newRow, newScope } from '../expression/scope.ts'

interface CellStatements {
  /** Selects the cell's wire text as `answer`. */
  readonly read: Statement
  /** Replaces the cell if its wire text is still `was`; returns the row's id. */
  replace(was: string, value: unknown): Statement
}

/** Statements that read one cell and swap its value; undefined for a column without a cell of its own. */
export function compileCell(
  model: DataModel,
  { table, column, id }: { table: DataTable; column: DataColumn | undefined; id: string },
): CellStatements | undefined {
  if (!column?.cell) return undefined
  const { form, cell } = column
  const { dialect } = model
  const { alias } = newRow(newScope(model), table)
  const isRow = sql`${alias}.${table.key} = ${dialect.bind('id', id)}`
  const stored: Sql = dialect.wire(form, sql`${alias}.${cell}`)
  const reading = sql`select ${dialect.jsonText(stored)} as answer from ${table.from} as ${alias} where ${isRow}`
  return {
    read: render(reading, dialect.style),
    replace(was, value) {
      const isSame = sql`${stored} = ${dialect.bind(form, was)}`
      const next = dialect.bind(form, encodeCell(form, value))
      const text = sql`update ${table.from} as ${alias} set ${cell} = ${next} where ${both([isRow, isSame])} returning ${table.key} as id`
      return render(text, dialect.style)
    },
  }
}
