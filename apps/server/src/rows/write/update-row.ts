import { updateRow as endpoint } from '@plinth/contract'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { withTable } from '../request/ask.ts'
import { readIfMatch } from './read-if-match.ts'
import { updateOne } from './update-one.ts'

export const updateRow = route(endpoint, (call, context: RowsContext) =>
  withTable({ call, context, operation: 'update' }, async (ask) => {
    const basedOn = readIfMatch(call.request)
    return new JsonText(await updateOne(ask, { id: call.params.id, body: call.body, basedOn }))
  }),
)
