import { signUpUser as endpoint, RowQuery } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { withTable } from '../request/ask.ts'
import { makeRow } from '../write/make-row.ts'
import { toAddress } from './account.ts'
import { askForAppMail } from './app-mail.ts'
import { openAppSession } from './app-token.ts'
import { attemptOf, refuseOtherTable } from './with-accounts.ts'

/** Whoever calls is a guest here: the create rule decides as it does for people nobody knows. */
export const signUpUser = route(endpoint, async (call, context: RowsContext) => {
  const body = { ...call.body, email: toAddress(call.body.email) }
  const asGuest = {
    params: call.params,
    query: RowQuery.parse(call.query),
    caller: { kind: 'guest' },
    request: call.request,
    body,
  } as const
  return withTable({ call: asGuest, context, operation: 'create' }, async (ask) => {
    const { environment, table } = ask
    refuseOtherTable(table)
    const who = attemptOf(ask, { email: body.email, ip: call.request.ip })
    await context.signInLimit.signUp(who)
    const { data: user } = JSON.parse(await makeRow(ask, body))
    const session = await context.db.transaction(async (transaction) => {
      await askForAppMail(transaction, ask, { purpose: 'verify', email: body.email })
      const bound = { environmentId: environment.id, tableId: table.id, userId: user.id }
      return openAppSession(transaction, bound)
    })
    context.durable.wake()
    await context.signInLimit.remember(who)
    return { ...session, user }
  })
})
