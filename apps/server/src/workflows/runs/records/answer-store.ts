import type { Json } from '@plinth/engine'
import * as z from 'zod'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { type Response, response, toResponse } from './response-store.ts'

const ByLabel = z.record(z.string(), z.unknown())

/** The state of a run for a caller who waits for its result. */
export interface RunAnswer {
  /** The output of its Respond node, if that has run. */
  said: Response | undefined
  /** Undefined while the run is open; `output` is that of the node that ended last. */
  ended: { status: string; output: Json } | undefined
}

interface Row extends Record<string, unknown> {
  id: string
  status: string
  result: string | null
  isEnded: boolean
  last: string | null
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
    select run.id, run.status, run.result, run.ended_at is not null as "isEnded", (
      select label from run_step where run_id = run.id and run.ended_at is not null
      order by ended_at desc nulls last, change desc limit 1
    ) as last, said.*
    from run left join lateral (
      select true as "hasSaid", ${response.columns} from run_step
      where run_id = run.id and ${response.isOne} order by ended_at, change limit 1
    ) as said on true
    where run.id = any(${ids}::text[])`)
  const byId = new Map(
    rows.map((row): [string, RunAnswer] => {
      const ended = row.isEnded ? { status: row.status, output: lastOutput(row) } : undefined
      return [row.id, { said: row.hasSaid ? toResponse(row) : undefined, ended }]
    }),
  )
  return ids.map((id) => byId.get(id))
}

/** The other nodes' outputs may hold what the workflow read, such as headers and rows, and are for staff. */
function lastOutput({ result, last }: Row): Json {
  const byLabel = result === null ? {} : readStored(ByLabel, result, 'result of a run')
  return last === null ? null : ((byLabel[last] as Json | undefined) ?? null)
}
