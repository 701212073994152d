import { listRows as endpoint } from '@plinth/contract'
import { JsonText } from '../http/call.ts'
import { route } from '../http/route.ts'
import { askedOf } from '../request-log/asked-of.ts'
import { withTable } from './ask.ts'
import { readPage } from './read-page.ts'

/** A rule that hides every row makes an empty list, not a refusal. */
export const listRows = route(endpoint, (call, context) =>
  withTable({ call, context, operation: 'list' }, async (ask) => {
    call.request.trace.asked = () => askedOf(ask)
    return new JsonText(await readPage(ask))
  }),
)
