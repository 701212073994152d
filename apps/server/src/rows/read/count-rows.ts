import { countRows as endpoint, MAX_COUNTED_ROWS, type RowCount } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { faultToApiError } from '../request/fault-to-api-error.ts'
import { openEnvironment } from '../request/resolve-environment.ts'
import { compileBoundedCounts } from '../statements/select/compile-bounded-count.ts'

/** Below the number of terms that SQLite allows in a compound SELECT. */
const TABLES_PER_STATEMENT = 50
/** Tables that are not counted by then have no count. */
const MAX_MS = 2000

/** The numbers of rows beside the tables of the Data tab, in few statements that each read a bounded part. */
export const countRows = route(
  endpoint,
  async ({ project, query, request }, context: RowsContext) => {
    const key = { projectId: project.id, environment: query.environment }
    const { trace } = request
    await context.requestShares.admit({ key, isStaff: true, trace })
    const environment = await openEnvironment(context, key)
    const runner = context.environments.runnerOf(environment)
    const tables = [...environment.model.tables.values()].filter(
      ({ definition }) => definition.type !== 'Computed',
    )
    const counts: RowCount[] = []
    const until = performance.now() + MAX_MS
    for (let at = 0; at < tables.length && performance.now() < until; at += TABLES_PER_STATEMENT) {
      const some = tables.slice(at, at + TABLES_PER_STATEMENT)
      const counting = compileBoundedCounts(environment.model, some, MAX_COUNTED_ROWS + 1)
      const read = await runner.read(environment, counting).catch((error: unknown) => {
        throw faultToApiError(error, { columns: new Map() })
      })
      const rowsAt = new Map(read.map((row) => [Number(row.at), Number(row.rows)]))
      for (const [index, { id }] of some.entries()) {
        const rows = rowsAt.get(index) ?? 0
        const more = rows > MAX_COUNTED_ROWS
        counts.push({ tableId: id, rows: Math.min(rows, MAX_COUNTED_ROWS), more })
      }
    }
    return { counts }
  },
)
