import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** Channel on which processes call each other about their streams. */
export const LIVE_CALLS_CHANNEL = 'plinth_live_calls'

/** Sends payloads of at most 8,000 bytes to every process that listens, in order. */
export async function notifyLiveCalls(on: Queryable, payloads: readonly string[]): Promise<void> {
  await on.query(sql`
    select pg_notify(${LIVE_CALLS_CHANNEL}, payload)
    from unnest(${payloads}::text[]) with ordinality as sent (payload, place) order by place`)
}
