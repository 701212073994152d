import { deleteRow as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { withTable } from '../request/ask.ts'
import { deleteOne } from './delete-one.ts'
import { readIfMatch } from './read-if-match.ts'

export const deleteRow = route(endpoint, (call, context: RowsContext) =>
  withTable({ call, context, operation: 'delete' }, async (ask) => {
    await deleteOne(ask, { id: call.params.id, basedOn: readIfMatch(call.request) })
    return {}
  }),
)
