import { CREDENTIAL_WARNING_DAYS as WARNING_DAYS } from '@plinth/contract'
import { type Sql, sql } from '../../../../foundation/platform/sql.ts'

/** The parts of statements that store when an authorization ends and from when on its end is announced. */

interface Ending {
  endsSeconds: number | undefined
  refreshToken: Buffer | undefined
}

export const UNWARNED = sql`authorization_ends_at = null, warn_at = null, warned_end = null,
  loss_mailed_at = null`

export const endOf = ({ endsSeconds }: Ending): Sql =>
  sql`now() + make_interval(secs => ${endsSeconds ?? null}::float8)`

/** Null for an authorization that lasts no longer than the warning time: every connection would begin with a mail. */
export const warningOf = ({ endsSeconds = 0 }: Ending): Sql =>
  endsSeconds > WARNING_DAYS * 86_400
    ? sql`now() + make_interval(secs => ${endsSeconds - WARNING_DAYS * 86_400}::float8)`
    : sql`null::timestamptz`

/**
 * After a refresh. Services whose authorization has a fixed end name a shorter life each time: the warning then stays.
 * Without a word the end stays, unless there is another refresh token.
 */
export function movedEnd(saved: Ending): Sql {
  if (saved.endsSeconds === undefined && saved.refreshToken === undefined) {
    return sql`authorization_ends_at = authorization_ends_at`
  }
  const isNew = sql`coalesce(${endOf(saved)} > authorization_ends_at + interval '1 hour', true)`
  const warning = warningOf(saved)
  return sql`authorization_ends_at = ${endOf(saved)},
    warn_at = case when ${isNew} then ${warning} else coalesce(${warning}, warn_at) end`
}
