import { MAX_ROWS } from '@plinth/contract'
import { findQueryFault } from '../../databases/query-check/check-query.ts'
import { describeRefused } from '../../databases/query-check/find-refused-queries.ts'
import type { QueryFault } from '../../databases/query-check/readable/query-fault.ts'
import type { DataColumn, DataTable } from '../../databases/sql/data-model.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { OpenTable } from '../request/row-request.ts'
import type { RawQuery, RawResult, Row } from '../runners/row-runner.ts'
import { rowsOf } from '../runners/rows-of.ts'
import { findFaultPosition } from './find-fault-position.ts'

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

type OpenRows = Pick<OpenTable, 'context' | 'environment' | 'runner'>

/** Runs one read-only statement written by staff, and returns its rows as objects. */
export async function runRawQuery(
  open: OpenRows,
  query: string,
  values: RawQuery['values'] = [],
): Promise<RawRows> {
  const found = await readRawCells(open, { query, values })
  return { rows: rowsOf(found), isTruncated: found.isTruncated }
}

type RawCells = Extract<RawResult, { ok: true }>

/** Runs one read-only statement written by staff, with read access to this environment's tables only. */
export async function readRawCells(
  { context, environment, runner }: OpenRows,
  { query, values, isPlan = false }: Pick<RawQuery, 'query' | 'values' | 'isPlan'>,
): Promise<RawCells> {
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
  const fault = await findQueryFault({ database, query, tables, parameters, ...share })
  if (fault) throw refuseQuery(query, { fault, refused })
  const limits = { most: MAX_ROWS, maxBytes: context.env.maxAnswerBytes }
  const result = await runner.query(environment, { query, values, tables, isPlan, ...limits })
  if (result.ok) return result
  if (result.isAway) throw new ApiError('unavailable', result.message)
  throw new ApiError('bad_request', result.message, { details: placeOf(query, result) })
}

/** Where the query fails, as the details of the error; undefined if it is not known. */
function placeOf(query: string, fault: { message: string; position?: number | undefined }) {
  const position = fault.position ?? findFaultPosition(query, fault.message)
  return position === undefined ? undefined : { position }
}

/** The check does not know rejected Computed tables, so the error for a query that names one gives the reason. */
function refuseQuery(
  query: string,
  { fault, refused }: { fault: QueryFault } & Pick<LiveEnvironment, 'refused'>,
): ApiError {
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}_$]+/gu))
  const named = refused.find(({ table }) => words.has(table.toLowerCase()))
  return named
    ? new ApiError('unavailable', describeRefused(named))
    : new ApiError('bad_request', `The query is refused. ${fault.message}`, {
        details: placeOf(query, fault),
      })
}
