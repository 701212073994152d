import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { matching, type RequestFilter } from './request-list-store.ts'

export interface RequestCount extends Record<string, unknown> {
  at: Date
  status: number
  bucket: number
  requests: number
  listed: number
}

interface Counting extends RequestFilter {
  from: Date
  to: Date
  stepMinutes: number
}

/** Request counts by time step, status and duration. Steps begin at round times; the first begins with the span. */
export async function readRequestCounts(
  on: Queryable,
  counting: Counting,
): Promise<RequestCount[]> {
  const { from, to, stepMinutes } = counting
  return on.query<RequestCount>(sql`
    select greatest(${from}, date_bin(${stepMinutes} * interval '1 minute', minute, 'epoch')) as at,
      status, bucket,
      sum(requests)::float8 as requests, sum(listed)::float8 as listed
    from request_minute
    where ${matching(counting)} and minute >= ${from} and minute < ${to}
    group by 1, 2, 3`)
}
