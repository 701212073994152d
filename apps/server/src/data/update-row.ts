import { updateRow as endpoint } from '@plinth/contract'
import { JsonText } from '../http/call.ts'
import { route } from '../http/route.ts'
import { withTable } from './ask.ts'
import { readIfMatch } from './read-if-match.ts'
import { updateOne } from './update-one.ts'

export const updateRow = route(endpoint, (call, context) =>
  withTable({ call, context, operation: 'update' }, async (ask) => {
    const basedOn = readIfMatch(call.request)
    return new JsonText(await updateOne(ask, { id: call.params.id, body: call.body, basedOn }))
  }),
)
