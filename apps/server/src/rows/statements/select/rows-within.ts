import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { raw, type Sql, sql, whole } from '../../../foundation/platform/sql.ts'
import { isAtMost } from './page-size.ts'
import type { RowProjection } from './row-object.ts'

interface RowsWithin {
  /** The rows of a page in order. */
  readonly rows: Sql
  /** The alias that the other expressions refer to. */
  readonly alias: Sql
  /** The JSON of a row as text; null for a row that is too large by its cells alone. */
  readonly answer: Sql
  /** What else is returned of a row. */
  readonly more: Sql
  readonly maxBytes: number
}

/** Rows are built in batches of so many: fewer would read the list of rows more often, more would build more in vain. */
const BATCH = 16

/**
 * Builds the answers of a page batch by batch in PostgreSQL until they exceed the byte limit. A running sum over all of
 * them would build every row first, however large. The first row beyond the limit has a null answer and is the last.
 */
function rowsWithin({ rows, alias, answer, more, maxBytes }: RowsWithin): Sql {
  const max = whole(maxBytes)
  const batch = whole(BATCH)
  const place = sql`${alias}._plinth_place`
  const isNext = sql`${place} > w.place and ${place} <= w.place + ${batch}`
  // OFFSET keeps PostgreSQL from building each answer twice.
  const built = sql`select ${answer} as answer, ${place} as place from _plinth_page as ${alias} where ${isNext} offset 0`
  const size = (text: Sql) => sql`coalesce(octet_length(${text}), ${whole(maxBytes + 1)})`
  const summed = sql`select b.answer, b.place, w.upto + sum(${size(raw('b.answer'))} + 1) over (order by b.place) as upto from (${built}) as b`
  const next = sql`select s.place, s.answer, s.upto from _plinth_built as w, lateral (${summed}) as s where w.place % ${batch} = 0 and w.upto - 1 <= ${max}`
  const start = raw('select 0::bigint, null::text, 0::bigint')
  const page = sql`select p.*, row_number() over () as _plinth_place from (${rows}) as p`
  return sql`with recursive _plinth_page as materialized (${page}), _plinth_built(place, answer, upto) as (${start} union all ${next}) select case when w.upto - 1 <= ${max} then w.answer end as answer, ${more} from _plinth_built as w join _plinth_page as ${alias} on ${place} = w.place where w.upto - ${size(raw('w.answer'))} - 2 <= ${max} order by w.place`
}

interface Bounded extends RowProjection {
  readonly table: DataTable
  readonly limit: number
  readonly maxBytes: number
  /** A page above the limit is refused, so its rows need not be returned. */
  readonly isWhole?: boolean
}

/** A row for each answer up to the byte limit; the first row beyond it has a null answer and is the last. */
export function answersWithin(
  model: DataModel,
  page: Bounded,
  { rows, alias, answer: built, more }: Omit<RowsWithin, 'maxBytes'>,
): Statement {
  const { dialect } = model
  const { maxBytes } = page
  const isSmall = isAtMost(model, { ...page, max: whole(maxBytes) }, alias)
  const answer = isSmall ? sql`case when ${isSmall} then ${built} end` : built
  if (!dialect.prefersManyRows)
    return render(rowsWithin({ rows, alias, answer, more, maxBytes }), dialect.style)
  const text = sql`select ${answer} as answer, ${more} from (${rows}) as ${alias}`
  const minRows = page.isWhole ? page.limit : 0
  return { ...render(text, dialect.style), maxBytes, minRows }
}
