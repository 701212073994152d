import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** List requests with the same filter and sort columns. */
export interface QueryGroup extends Record<string, unknown> {
  table: string
  equal: string
  ranged: string
  sorted: string
  toEnd: boolean
  requests: number
  p50: number
  lastAt: Date
}

const MAX_GROUPS = 200

/** Groups of list requests, most frequent first. */
export async function readQueryGroups(
  on: Queryable,
  { projectId, environment }: { projectId: string; environment: string },
): Promise<QueryGroup[]> {
  return on.query<QueryGroup>(sql`
    select table_name as "table", equal, ranged, sorted, to_end as "toEnd", count(*)::int as requests,
      percentile_disc(0.5) within group (order by ms)::float8 as p50, max(answered_at) as "lastAt"
    from request_entry
    where environment_id = (select id from environment
        where project_id = ${projectId} and name = ${environment})
      and (equal <> '' or ranged <> '' or sorted <> '') and table_name <> ''
    group by table_name, equal, ranged, sorted, to_end
    order by count(*) desc limit ${MAX_GROUPS}`)
}
