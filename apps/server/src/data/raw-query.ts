import { MAX_ROWS } from '@plinth/contract'
import { checkQuery } from '../database/query-check/check-query.ts'
import { Refusal } from '../http/refusal.ts'
import type { DataColumn, DataTable } from './compile/data-model.ts'
import type { OpenTable } from './on-table.ts'
import type { RawQuery, Row } from './run/row-runner.ts'

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
  const tables = [...environment.model.tables.values()].map(({ name, columns }) => {
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
  if (fault) throw new Refusal('bad_request', `The query is refused. ${fault}`)
  const asked = { query, values, tables, most: MAX_ROWS }
  const result = await runner.query(environment, asked)
  if (result.ok) return result.rows
  throw new Refusal(result.isAway ? 'unavailable' : 'bad_request', result.message)
}
