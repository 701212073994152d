import { listRows as endpoint } from '@plinth/contract'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { withTable } from '../request/ask.ts'
import { askedOf } from '../request/asked-of.ts'
import { readPage } from './read-page.ts'

/** A rule that hides every row makes an empty list, not a refusal. */
export const listRows = route(endpoint, (call, context: RowsContext) =>
  withTable({ call, context, operation: 'list' }, async (ask) => {
    call.request.trace.asked = () => askedOf(ask)
    return new JsonText(await readPage(ask))
  }),
)
