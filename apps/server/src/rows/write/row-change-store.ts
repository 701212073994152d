import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { quoteName } from '../../databases/sql/quote-name.ts'
import { render } from '../../databases/sql/render.ts'
import { joinSql, raw, type Sql, sql } from '../../foundation/platform/sql.ts'
import type { RowsContext } from '../context.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { Row } from '../runners/row-runner.ts'
import { both, TRUE } from '../statements/expression/condition.ts'

export interface RowChangeQuery {
  readonly projectId: string
  readonly person: string | undefined
  /** Undefined for both. */
  readonly environment: EnvironmentName | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  /** Last entry of the previous page. */
  readonly after: { readonly at: number; readonly id: string } | undefined
  readonly limit: number
}

/** An audit entry of a row change by staff, stored in the environment's own database. */
export interface RowChange {
  readonly id: string
  readonly environment: EnvironmentName
  readonly staffId: string
  readonly action: string
  readonly table: string
  readonly rowId: string | null
  readonly before: string | null
  readonly after: string | null
  readonly requestId: string
  readonly createdOn: Date
}

function statementOf({ model, placement }: LiveEnvironment, query: RowChangeQuery) {
  const { dialect } = model
  const date = (at: number) => dialect.bind('date', at)
  const parts: Sql[] = [TRUE]
  if (query.person !== undefined) parts.push(sql`staff_id = ${dialect.bind('text', query.person)}`)
  if (query.from) parts.push(sql`created_on >= ${date(Date.parse(query.from))}`)
  if (query.to) parts.push(sql`created_on < ${date(Date.parse(query.to))}`)
  if (query.after) {
    const place = [date(query.after.at), dialect.bind('integer', Number(query.after.id))]
    parts.push(sql`(created_on, id) < (${joinSql(place, ', ')})`)
  }
  const from = raw(`${quoteName(placement.schema)}._plinth_audit`)
  const text = sql`select id, staff_id, action, table_name, row_id, before, after, request_id, created_on from ${from} where ${both(parts)} order by created_on desc, id desc limit ${raw(String(query.limit))}`
  return render(text, dialect.style)
}

function toChange(environment: EnvironmentName, row: Row): RowChange {
  const text = (value: unknown) => (value === null ? null : String(value))
  return {
    id: String(row.id),
    environment,
    staffId: String(row.staff_id),
    action: String(row.action),
    table: String(row.table_name),
    rowId: text(row.row_id),
    before: text(row.before),
    after: text(row.after),
    requestId: String(row.request_id),
    createdOn: row.created_on instanceof Date ? row.created_on : new Date(String(row.created_on)),
  }
}

/** Row changes by staff in one environment or both, newest first. */
export async function listRowChanges(
  { environments }: Pick<RowsContext, 'environments'>,
  query: RowChangeQuery,
): Promise<RowChange[]> {
  const names = query.environment ? [query.environment] : ENVIRONMENT_NAMES
  const found = await Promise.all(
    names.map(async (environment) => {
      const live = await environments.find({ projectId: query.projectId, environment })
      if (!(live instanceof Object)) return []
      const rows = await environments.runnerOf(live).read(live, statementOf(live, query))

      return rows.map((row) => toChange(environment, row))
    }),
  )
  const newest = (one: RowChange, other: RowChange) =>
    other.createdOn.getTime() - one.createdOn.getTime() || Number(other.id) - Number(one.id)
  return found.flat().sort(newest).slice(0, query.limit)
}
