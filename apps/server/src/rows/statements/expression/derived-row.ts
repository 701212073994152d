import type { DataTable } from '../../../databases/sql/data-model.ts'
import { joinSql, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { newRow, type RowRef, type Scope } from './scope.ts'

/** A row that is not stored (yet): its cells by column name; missing ones are null. */
export interface Derived {
  readonly table: DataTable
  readonly cells: ReadonlyMap<string, Sql>
  readonly links?: ReadonlyMap<string, readonly string[]>
  readonly staysLinked?: RowRef['staysLinked'] | undefined
  /** The columns needed besides the id; all if undefined. */
  readonly asked?: ReadonlySet<string>
}

/** A sub-select of the given cells that an expression can use like a stored row. */
export function derivedRow(
  scope: Scope,
  { table, cells, links, staysLinked, asked }: Derived,
): { readonly row: RowRef; readonly from: Sql } {
  const parts: Sql[] = []
  for (const column of table.columns.values()) {
    if (!column.cell) continue
    if (asked && column.name !== 'id' && !asked.has(column.name)) continue
    const value = cells.get(column.name) ?? scope.model.dialect.bind(column.form, null)
    parts.push(sql`${value} as ${column.cell}`)
  }
  const row = newRow(scope, table)
  return {
    row: links ? { ...row, links, ...(staysLinked && { staysLinked }) } : row,
    from: sql`(select ${joinSql(parts, ', ')}) as ${row.alias}`,
  }
}
