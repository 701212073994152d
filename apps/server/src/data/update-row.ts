import { updateRow as endpoint } from '@plinth/contract'
import { JsonText } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { withTable } from './ask.ts'
import { changeRow } from './change-row.ts'
import { asId } from './compile/bind-values.ts'
import { endAccounts, withNewPassword } from './end-accounts.ts'
import { readIfMatch } from './read-if-match.ts'
import { viewOf } from './read-selection.ts'
import { readSent } from './read-sent.ts'

export const updateRow = route(endpoint, (call, context) =>
  withTable({ call, context, operation: 'update' }, async (ask) => {
    const { body } = call
    const view = viewOf(ask)
    const basedOn = readIfMatch(call.request)
    const id = asId(call.params.id)
    if (id === null) throw notFound()
    const [row] = await readSent(ask, [{ id, body, isNew: false }])
    if (!row) throw new Error('a sent row was lost')
    const answer = await changeRow(ask, { row, body, view, basedOn })
    await endAccounts(context, ask, withNewPassword([row]))
    return new JsonText(answer)
  }),
)
