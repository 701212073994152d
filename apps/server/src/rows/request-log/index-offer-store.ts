import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** Pages that asked for the same fields in the same way. */
export interface AskedGroup extends Record<string, unknown> {
  table: string
  equal: string
  ranged: string
  sorted: string
  toEnd: boolean
  requests: number
  p50: number
  lastAt: Date
}

const MOST_GROUPS = 200

/** What was filtered and sorted by, the most frequent first. */
export async function readAskedGroups(
  on: Queryable,
  { projectId, environment }: { projectId: string; environment: string },
): Promise<AskedGroup[]> {
  return on.query<AskedGroup>(sql`
    select table_name as "table", equal, ranged, sorted, to_end as "toEnd", count(*)::int as requests,
      percentile_disc(0.5) within group (order by ms)::float8 as p50, max(answered_at) as "lastAt"
    from request_entry
    where environment_id = (select id from environment
        where project_id = ${projectId} and name = ${environment})
      and (equal <> '' or ranged <> '' or sorted <> '') and table_name <> ''
    group by table_name, equal, ranged, sorted, to_end
    order by count(*) desc limit ${MOST_GROUPS}`)
}
