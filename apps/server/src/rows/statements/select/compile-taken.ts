import type { DataColumn, DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { sql } from '../../../foundation/platform/sql.ts'

/** Selects which of these values rows of the table already have in a unique text column, as `value`. */
export function compileTaken(
  { dialect }: DataModel,
  { table, column, values }: { table: DataTable; column: DataColumn; values: readonly unknown[] },
): Statement | undefined {
  const { cell, form } = column
  if (!cell || values.length === 0 || form !== 'text') return undefined
  const isTaken = dialect.isAnyOf(cell, form, values)
  return render(sql`select ${cell} as value from ${table.from} where ${isTaken}`, dialect.style)
}
