import { runQuery as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { faultToApiError } from '../request/fault-to-api-error.ts'
import { openEnvironment } from '../request/resolve-environment.ts'
import { readRawCells } from './raw-query.ts'

/** The query without the semicolons that end it; any other semicolon is for the query check to refuse. */
export function withoutLastSemicolon(sql: string): string {
  let end = sql.length
  // A loop, because a pattern for the end of a text takes quadratic time on a long run of spaces.
  while (end > 0 && /[\s;]/.test(sql[end - 1] ?? '')) end -= 1
  return sql.slice(0, end)
}

/** Runs a query of the SQL tab as the environment's reader; limits and checks are those of raw queries (R11, R12). */
export const runQuery = route(
  endpoint,
  async ({ body, project, request }, context: RowsContext) => {
    const key = { projectId: project.id, environment: body.environment }
    const since = performance.now()
    const { trace } = request
    // A large answer counts until it was read, as that of any other read of this environment.
    trace.key = key
    trace.isQuery = true
    await context.requestShares.admit({ key, isStaff: true, trace })
    const environment = await openEnvironment(context, key)
    const runner = context.environments.runnerOf(environment)
    const query = withoutLastSemicolon(body.sql)
    const { columns, cells, isTruncated } = await readRawCells(
      { context, environment, runner },
      { query, values: [], isPlan: body.explain },
    ).catch((error: unknown) => {
      throw faultToApiError(error, { columns: new Map() })
    })
    const rows = cells.map((row) => [...row])
    const ms = Math.round(performance.now() - since)
    return { columns: [...columns], rows, truncated: isTruncated, ms }
  },
)
