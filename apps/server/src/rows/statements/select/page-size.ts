import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { joinSql, type Sql, sql, whole } from '../../../foundation/platform/sql.ts'
import { longCells, type RowProjection } from './row-object.ts'

interface Projected extends RowProjection {
  readonly table: DataTable
}

/** Rows up to this size are not large, whatever the page. */
const SMALL_ROW_BYTES = 16_384

/** Whether a row is so small that a page of such rows may be built at once; undefined if every row is. */
export function isSmallRow(
  model: DataModel,
  page: Projected & { readonly limit: number; readonly maxBytes: number },
  alias: Sql,
): Sql | undefined {
  const share = Math.floor(page.maxBytes / (page.limit + 1))
  const size = rowSize(model, page, (form, cell) =>
    model.dialect.likelySize(form, sql`${alias}.${cell}`),
  )
  return size && sql`${size} <= ${whole(Math.max(SMALL_ROW_BYTES, share))}`
}

/** Whether a row can have at most so many bytes, by the size of its cells; undefined if none of them can be long. */
export function isAtMost(
  model: DataModel,
  one: Projected & { readonly max: Sql },
  alias: Sql,
): Sql | undefined {
  const size = rowSize(model, one, (form, cell) =>
    model.dialect.storedSize(form, sql`${alias}.${cell}`),
  )
  return size && sql`${size} <= ${one.max}`
}

/** The sizes of the cells that can have any length, added up; undefined if there are none. */
function rowSize(
  model: DataModel,
  one: Projected,
  sizeOf: (form: 'text' | 'json', cell: Sql) => Sql,
): Sql | undefined {
  const sizes = longCells({ model, table: one.table }, one).map(
    ({ form, cell }) => sql`coalesce(${sizeOf(form, cell)}, 0)`,
  )
  return sizes.length > 0 ? joinSql(sizes, ' + ') : undefined
}
