import { MAX_ROWS } from '@plinth/contract'
import { checkQuery } from '../../databases/query-check/check-query.ts'
import { describeRefused } from '../../databases/query-check/find-refused-queries.ts'
import type { DataColumn, DataTable } from '../../databases/sql/data-model.ts'
import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { OpenTable } from '../request/on-table.ts'
import type { RawQuery, Row } from '../runners/row-runner.ts'

/** Whether a body is a query: exactly `{query}`, unless the table has a field of that name. */
export function queryIn(
  body: Readonly<Record<string, unknown>>,
  table: DataTable,
): string | undefined {
  const { query, ...more } = body
  if (typeof query !== 'string' || Object.keys(more).length > 0) return undefined
  return table.columns.has('query') ? undefined : query
}

/** Runs a query that staff wrote: one statement that reads, with no rights to anything else. */
export async function runRawQuery(
  { environment, runner }: Pick<OpenTable, 'environment' | 'runner'>,
  query: string,
  values: RawQuery['values'] = [],
): Promise<readonly Row[]> {
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
      // On SQLite the query runs over views that do not have them.
      hiddenColumns:
        database === 'postgres' ? stored.filter(isHashed).map((each) => each.name) : [],
    }
  })
  const fault = await checkQuery({ database, query, tables, parameters: values.length })
  if (fault) throw refuseQuery(query, { fault, refused })
  const asked = { query, values, tables, most: MAX_ROWS }
  const result = await runner.query(environment, asked)
  if (result.ok) return result.rows
  throw new Refusal(result.isAway ? 'unavailable' : 'bad_request', result.message)
}

/** The check does not know refused tables; a query that names one is told why it cannot be read. */
function refuseQuery(
  query: string,
  { fault, refused }: { fault: string } & Pick<LiveEnvironment, 'refused'>,
): Refusal {
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}_$]+/gu))
  const named = refused.find(({ table }) => words.has(table.toLowerCase()))
  return named
    ? new Refusal('unavailable', describeRefused(named))
    : new Refusal('bad_request', `The query is refused. ${fault}`)
}
