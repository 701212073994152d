import { joinSql, raw, type Sql, sql } from '../../../foundation/platform/sql.ts'

export const TRUE = raw('true')
export const FALSE = raw('false')

/** SQLite counts a long chain as nesting, which it limits to 1,000 levels. */
const MAX_CHAIN = 100

function group(conditions: readonly Sql[], between: string): Sql {
  if (conditions.length <= MAX_CHAIN) return sql`(${joinSql(conditions, between)})`
  const middle = Math.ceil(conditions.length / 2)
  const halves = [conditions.slice(0, middle), conditions.slice(middle)]
  return sql`(${joinSql(
    halves.map((half) => group(half, between)),
    between,
  )})`
}

/** True if all conditions are; null counts as false. */
export function both(conditions: readonly Sql[]): Sql {
  const rest = conditions.filter((condition) => condition !== TRUE)
  if (rest.includes(FALSE)) return FALSE
  const [only, ...others] = rest
  if (!only) return TRUE
  return others.length === 0 ? only : group(rest, ' and ')
}

export function either(conditions: readonly Sql[]): Sql {
  const rest = conditions.filter((condition) => condition !== FALSE)
  if (rest.includes(TRUE)) return TRUE
  const [only, ...others] = rest
  if (!only) return FALSE
  return others.length === 0 ? only : group(rest, ' or ')
}

/** Two-valued negation: null counts as false, so its negation is true. */
export function not(condition: Sql): Sql {
  if (condition === TRUE) return FALSE
  if (condition === FALSE) return TRUE
  return sql`((${condition}) is not true)`
}

/** A row source: `from` may refer to outer rows, `where` joins them. */
export interface Source {
  readonly from: readonly Sql[]
  readonly where: readonly Sql[]
}

export function exists({ from, where }: Source): Sql {
  const condition = both(where)
  if (condition === FALSE) return FALSE
  if (from.length === 0) return condition
  const rest = condition === TRUE ? raw('') : sql` where ${condition}`
  return sql`exists (select 1 from ${joinSql(from, ', ')}${rest})`
}
