import { deleteRow as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { withTable } from './ask.ts'
import { deleteOne } from './delete-one.ts'
import { readIfMatch } from './read-if-match.ts'

export const deleteRow = route(endpoint, (call, context) =>
  withTable({ call, context, operation: 'delete' }, async (ask) => {
    await deleteOne(ask, { id: call.params.id, basedOn: readIfMatch(call.request) })
    return {}
  }),
)
