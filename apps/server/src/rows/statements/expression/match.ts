import { lowerText, toLike } from '@plinth/expression'
import type { Dialect } from '../../../databases/sql/dialect.ts'
import { raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { FALSE } from './condition.ts'

/** SQLite rejects longer patterns with an error; here they match nothing in both databases. */
const MAX_PATTERN_BYTES = 50_000

/** A known pattern of `~`. */
export function matchKnown(dialect: Dialect, subject: Sql, pattern: string): Sql {
  const like = toLike(pattern)
  if (Buffer.byteLength(like) > MAX_PATTERN_BYTES) return FALSE
  return dialect.like(dialect.lower(subject), dialect.bind('text', like))
}

/** A known text against a pattern from a row. */
export function matchText(dialect: Dialect, subject: string, pattern: Sql): Sql {
  return matchCell(dialect, dialect.bind('text', lowerText(subject)), pattern)
}

/** Marks escaped characters while the pattern is rewritten; doubled where the text already contains it. */
const X = '\u0002'

/**
 * A pattern from a row: `%` is the wildcard, `\%` and `\\` are literal, `_` is literal. Uses only replace(),
 * which both databases have.
 */
export function matchCell(dialect: Dialect, subject: Sql, pattern: Sql): Sql {
  const lowered = dialect.lower(pattern)
  const steps: readonly (readonly [string, string])[] = [
    [X, `${X}c`],
    ['\\\\', `${X}b`],
    ['\\%', `${X}p`],
    ['\\', `${X}b`],
  ]
  const marked = steps.reduce((made, step) => replace(made, step), lowered)
  const back: readonly (readonly [string, string])[] = [
    ['_', '\\_'],
    [`${X}b`, '\\\\'],
    [`${X}p`, '\\%'],
    [`${X}c`, X],
  ]
  const made = back.reduce((done, step) => replace(done, step), raw('m.p'))
  const like = sql`case when ${dialect.position(raw('m.p'), raw("'%'"))} > 0 then ${made} else '%' || ${made} || '%' end`
  const test = dialect.like(dialect.lower(subject), raw('n.p'))
  const isShort = sql`${dialect.size(pattern)} <= ${raw(String(MAX_PATTERN_BYTES / 4))}`
  return sql`(case when ${isShort} then (select ${test} from (select ${like} as p from (select ${marked} as p) m) n) end)`
}

function replace(text: Sql, [from, to]: readonly [string, string]): Sql {
  return sql`replace(${text}, ${raw(`'${from}'`)}, ${raw(`'${to}'`)})`
}
