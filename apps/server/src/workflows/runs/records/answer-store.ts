import type { Json } from '@plinth/engine'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { type Response, response, toResponse } from './response-store.ts'

/** How far a run has come for who waits for it. */
export interface RunAnswer {
  /** What it said its caller gets. */
  said: Response | undefined
  /** Nothing while it is under way. */
  ended: { status: string; result: Json } | undefined
}

interface Row extends Record<string, unknown> {
  id: string
  status: string
  result: string | null
  isEnded: boolean
  hasSaid: boolean | null
  code: number | null
  headers: Record<string, string> | null
  output: string | null
}

/** What several runs said and came to, in one statement: what one said before it ended is there once it has. */
export async function readAnswers(
  on: Queryable,
  ids: readonly string[],
): Promise<(RunAnswer | undefined)[]> {
  const rows = await on.query<Row>(sql`
    select run.id, run.status, run.result, run.ended_at is not null as "isEnded", said.*
    from run left join lateral (
      select true as "hasSaid", ${response.columns} from run_node
      where run_id = run.id and ${response.isOne} order by ended_at, change limit 1
    ) as said on true
    where run.id = any(${ids}::text[])`)
  const byId = new Map(
    rows.map((row): [string, RunAnswer] => {
      const result = row.result === null ? null : (JSON.parse(row.result) as Json)
      const ended = row.isEnded ? { status: row.status, result } : undefined
      return [row.id, { said: row.hasSaid ? toResponse(row) : undefined, ended }]
    }),
  )
  return ids.map((id) => byId.get(id))
}
