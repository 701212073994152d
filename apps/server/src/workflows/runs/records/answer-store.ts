import type { Json } from '@plinth/engine'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { readJson } from '../../../foundation/platform/stored-json.ts'
import { type Response, response, toResponse } from './response-store.ts'

/** The state of a run for a caller who waits for its result. */
export interface RunAnswer {
  /** The output of its Respond node, if that has run. */
  said: Response | undefined
  /** Undefined while the run is open. */
  ended: { status: string; result: Json } | undefined
}

interface Row extends Record<string, unknown> {
  id: string
  status: string
  result: string | null
  isEnded: boolean
  hasSaid: boolean | null
  code: number | null
  headers: string | null
  output: string | null
}

/**
 * Reads responses and results of several runs in one statement: a response written before the end is always
 * seen with it.
 */
export async function readAnswers(
  on: Queryable,
  ids: readonly string[],
): Promise<(RunAnswer | undefined)[]> {
  const rows = await on.query<Row>(sql`
    select run.id, run.status, run.result, run.ended_at is not null as "isEnded", said.*
    from run left join lateral (
      select true as "hasSaid", ${response.columns} from run_step
      where run_id = run.id and ${response.isOne} order by ended_at, change limit 1
    ) as said on true
    where run.id = any(${ids}::text[])`)
  const byId = new Map(
    rows.map((row): [string, RunAnswer] => {
      const result = row.result === null ? null : readJson(row.result)
      const ended = row.isEnded ? { status: row.status, result } : undefined
      return [row.id, { said: row.hasSaid ? toResponse(row) : undefined, ended }]
    }),
  )
  return ids.map((id) => byId.get(id))
}
