import { listRows as endpoint } from '@plinth/contract'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { queryShapeOf } from '../request/query-shape.ts'
import { withTable } from '../request/row-request.ts'
import { readPage } from './read-page.ts'

/** A rule that hides every row results in an empty list, not an error. */
export const listRows = route(endpoint, (call, context: RowsContext) =>
  withTable({ call, context, operation: 'list' }, async (rowRequest) => {
    call.request.trace.asked = () => queryShapeOf(rowRequest)
    return new JsonText(await readPage(rowRequest))
  }),
)
