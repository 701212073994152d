import { createRow as endpoint } from '@plinth/contract'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { queryIn, runRawQuery } from '../read/raw-query.ts'
import { withTable } from '../request/ask.ts'
import { makeRow } from './make-row.ts'

/** From staff exactly `{query}` is a query; from anybody else it is a row (R12). */
export const createRow = route(endpoint, async (call, context: RowsContext) => {
  if (call.caller.kind === 'staff' && typeof call.body.query === 'string') {
    const rows = await withTable({ call, context, operation: 'list' }, async (ask) => {
      const query = queryIn(call.body, ask.table)
      return query === undefined ? undefined : runRawQuery(ask, query)
    })
    if (rows) {
      call.request.trace.rows = rows.length
      return { data: rows }
    }
  }
  return await withTable(
    { call, context, operation: 'create' },
    async (ask) => new JsonText(await makeRow(ask, call.body)),
  )
})
