import { signUpUser as endpoint, Row, RowQuery } from '@plinth/contract'
import * as z from 'zod'
import { route } from '../../foundation/http/calls/route.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'
import type { RowsContext } from '../context.ts'
import { callingAddress } from '../request/calling-address.ts'
import { withTable } from '../request/row-request.ts'
import { createOne } from '../write/create-row.ts'
import { normaliseEmail } from './account.ts'
import { enqueueAppMail } from './app-mail.ts'
import { openAppSession } from './app-token.ts'
import { rejectNonAuthTable, signInAttemptOf } from './with-accounts.ts'

const Created = z.object({ data: Row })

/** Evaluates the create rule as for a guest, for every caller. */
export const signUpUser = route(endpoint, async (call, context: RowsContext) => {
  const body = { ...call.body, email: normaliseEmail(call.body.email) }
  const asGuest = {
    params: call.params,
    query: RowQuery.parse(call.query),
    caller: { kind: 'guest' },
    request: call.request,
    body,
  } as const
  return withTable({ call: asGuest, context, operation: 'create' }, async (rowRequest) => {
    const { environment, table } = rowRequest
    rejectNonAuthTable(table)
    const address = await callingAddress(rowRequest, call.request)
    const who = signInAttemptOf(rowRequest, { email: body.email, address })
    await context.signInLimit.signUp(who)
    const { data: user } = readStored(Created, await createOne(rowRequest, body), 'new account')
    const session = await context.db.transaction(async (transaction) => {
      await enqueueAppMail(transaction, rowRequest, { purpose: 'verify', email: body.email })
      const bound = { environmentId: environment.id, tableId: table.id, userId: user.id }
      return openAppSession(transaction, bound)
    })
    context.durable.wake()
    await context.signInLimit.remember(who)
    return { ...session, user }
  })
})
