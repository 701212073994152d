import type { Json } from '@plinth/engine'
import type { Queryable } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

/** What a run's Respond node said its caller gets; the first one counts. */
export async function findResponse(
  on: Queryable,
  runId: string,
): Promise<{ code: number; headers: Record<string, string>; value: Json } | undefined> {
  const [row] = await on.query<{
    code: number | null
    headers: Record<string, string> | null
    output: string | null
  }>(sql`
    select (outcome::json ->> 'code')::integer as code, outcome::json -> 'headers' as headers, output
    from run_node
    where run_id = ${runId} and kind = 'respond' and status = 'succeeded' and outcome is not null
    order by ended_at, change limit 1`)
  if (!row) return undefined
  const { code } = row
  const isStatus = code !== null && code >= 200 && code <= 599
  return {
    code: isStatus ? code : 200,
    headers: row.headers ?? {},
    value: row.output === null ? null : JSON.parse(row.output),
  }
}
