import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

interface Counted {
  /** The hash of the account's name; unknown accounts are counted too. */
  account: Buffer
  /** Failures per hour without a delay. */
  free: number
}

/**
 * Counts an attempt as a failure before the password is checked, so that parallel attempts cannot all pass. Past the
 * free ones each waits twice as long as the one before, at most 15 minutes, until an hour passes without any.
 * Returns 0, or the seconds to wait when the attempt may not be made.
 */
export async function countAttempt(on: Queryable, { account, free }: Counted): Promise<number> {
  const counted = await on.query(sql`
    insert into sign_in_failure as past (account, failures, ends_at)
    values (${account}, 1, now() + interval '1 hour')
    on conflict (account) do update set
      failures = case when past.ends_at <= now() then 1 else past.failures + 1 end,
      ends_at = case when past.ends_at > now() and past.failures + 1 < ${free}::int then past.ends_at
        else now() + interval '1 hour' end,
      retry_at = case when past.ends_at > now() and past.failures + 1 >= ${free}::int
        then now() + least(interval '15 minutes',
          interval '1 minute' * power(2, least(past.failures + 1 - ${free}::int, 4))) end
    where past.ends_at <= now() or past.retry_at is null or past.retry_at <= now()
    returning account`)
  if (counted.length > 0) return 0
  const [row] = await on.query<{ seconds: number }>(sql`
    select extract(epoch from retry_at - now())::float as seconds
    from sign_in_failure where account = ${account}`)
  return Math.max(row?.seconds ?? 0, 1)
}

/** Undoes one counted attempt whose password was correct, so that the next attempt need not wait. */
export async function uncountAttempt(on: Queryable, { account, free }: Counted): Promise<void> {
  await on.query(sql`
    update sign_in_failure set failures = greatest(failures - 1, 0),
      retry_at = case when failures > ${free}::int then now() end
    where account = ${account}`)
}
