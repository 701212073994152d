import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { joinSql, raw, type Sql, sql } from '../../../foundation/platform/sql.ts'

const someRows = (table: DataTable, max: number): Sql =>
  sql`select 1 from ${table.from} limit ${raw(String(max))}`

/** Counts the rows of a table as `rows`, but no further than `max`. */
export function compileBoundedCount(
  { dialect }: DataModel,
  table: DataTable,
  max: number,
): Statement {
  return render(sql`select count(*) as rows from (${someRows(table, max)}) as part`, dialect.style)
}

/** Counts the rows of several tables in one statement: `at` is the index in `tables`. */
export function compileBoundedCounts(
  { dialect }: DataModel,
  tables: readonly DataTable[],
  max: number,
): Statement {
  const each = tables.map((table, at) => {
    const rows = sql`(select count(*) from (${someRows(table, max)}) as part)`
    return sql`select ${raw(String(at))} as at, ${rows} as rows`
  })
  return render(joinSql(each, ' union all '), dialect.style)
}
