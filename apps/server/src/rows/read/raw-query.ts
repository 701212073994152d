import { MAX_ROWS } from '@plinth/contract'
import { checkQuery } from '../../databases/query-check/check-query.ts'
import { describeRefused } from '../../databases/query-check/find-refused-queries.ts'
import type { DataColumn, DataTable } from '../../databases/sql/data-model.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { OpenTable } from '../request/row-request.ts'
import type { RawQuery, Row } from '../runners/row-runner.ts'

/** The query of a body that is exactly `{query}`; undefined if the table has a column of that name. */
export function rawQueryIn(
  body: Readonly<Record<string, unknown>>,
  table: DataTable,
): string | undefined {
  const { query, ...more } = body
  if (typeof query !== 'string' || Object.keys(more).length > 0) return undefined
  return table.columns.has('query') ? undefined : query
}

interface RawRows {
  readonly rows: readonly Row[]
  readonly isTruncated: boolean
}

/** Runs one read-only statement written by staff, with read access to this environment's tables only. */
export async function runRawQuery(
  { context, environment, runner }: Pick<OpenTable, 'context' | 'environment' | 'runner'>,
  query: string,
  values: RawQuery['values'] = [],
): Promise<RawRows> {
  const database = environment.placement.engine
  const { model, refused } = environment
  const readable = [...model.tables.values()].filter(
    ({ name }) => !refused.some(({ table }) => table === name),
  )
  const tables = readable.map(({ name, columns }) => {
    const stored = [...columns.values()].filter(({ cell }) => cell)
    const isHashed = ({ definition }: DataColumn) =>
      definition?.type === 'text' && definition.options.isHashed
    return {
      name,
      columns: stored.filter((each) => !isHashed(each)).map((each) => each.name),
      // On SQLite the query runs over views without these columns.
      hiddenColumns:
        database === 'postgres' ? stored.filter(isHashed).map((each) => each.name) : [],
    }
  })
  const parameters = values.length
  const share = { key: environment.id, isBounded: true }
  const fault = await checkQuery({ database, query, tables, parameters, ...share })
  if (fault) throw refuseQuery(query, { fault, refused })
  const limits = { most: MAX_ROWS, maxBytes: context.env.maxAnswerBytes }
  const result = await runner.query(environment, { query, values, tables, ...limits })
  if (result.ok) return result
  throw new ApiError(result.isAway ? 'unavailable' : 'bad_request', result.message)
}

/** The check does not know rejected Computed tables, so the error for a query that names one gives the reason. */
function refuseQuery(
  query: string,
  { fault, refused }: { fault: string } & Pick<LiveEnvironment, 'refused'>,
): ApiError {
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}_$]+/gu))
  const named = refused.find(({ table }) => words.has(table.toLowerCase()))
  return named
    ? new ApiError('unavailable', describeRefused(named))
    : new ApiError('bad_request', `The query is refused. ${fault}`)
}
