import type { Json } from '@plinth/engine'
import * as z from 'zod'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { readJson, readStored } from '../../../foundation/platform/stored-json.ts'

/** The response that a run's Respond node set for its caller. */
export interface Response {
  code: number
  headers: Record<string, string>
  value: Json
}

interface Row extends Record<string, unknown> {
  code: number | null
  headers: string | null
  output: string | null
}

/** The columns of a response, and the condition for records that hold one. */
export const response = {
  columns: sql`(outcome::json ->> 'code')::integer as code, outcome::json ->> 'headers' as headers, output`,
  isOne: sql`kind = 'respond' and status = 'succeeded' and outcome is not null`,
}

const Headers = z.record(z.string(), z.string())

export function toResponse({ code, headers, output }: Row): Response {
  const isStatus = code !== null && code >= 200 && code <= 599
  return {
    code: isStatus ? code : 200,
    headers: headers === null ? {} : readStored(Headers, headers, 'headers of a response'),
    value: output === null ? null : readJson(output),
  }
}

/** The first response of a run counts. */
export async function findResponse(on: Queryable, runId: string): Promise<Response | undefined> {
  const [row] = await on.query<Row>(sql`
    select ${response.columns} from run_step
    where run_id = ${runId} and ${response.isOne} order by ended_at, change limit 1`)
  return row && toResponse(row)
}
