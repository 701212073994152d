import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { raw, sql } from '../../../foundation/platform/sql.ts'

/** Counts the rows of a table as `rows`, but no further than `max`. */
export function compileBoundedCount(
  { dialect }: DataModel,
  table: DataTable,
  max: number,
): Statement {
  const some = sql`select 1 from ${table.from} limit ${raw(String(max))}`
  return render(sql`select count(*) as rows from (${some}) as part`, dialect.style)
}
