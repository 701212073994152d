import { askUserCode as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { signInAttemptOf, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { callingAddress } from '../request/calling-address.ts'
import type { RowRequest } from '../request/row-request.ts'
import { findSignIn, type SignInSettings } from './app-sign-in-store.ts'
import { mayGuestCreate } from './as-creating-guest.ts'
import { enqueueCodeMail } from './code-mail.ts'
import { redirectOf } from './redirect-of.ts'

/** The settings of a table whose users may sign in with codes; throws 403 if they may not. */
export async function requireCodes({
  context,
  environment,
  table,
}: RowRequest): Promise<SignInSettings> {
  const settings = await findSignIn(context.db, {
    environmentId: environment.id,
    tableId: table.id,
  })
  if (settings.byCode) return settings
  throw new ApiError(
    'forbidden',
    'Signing in with a mailed code is off for this table. Turn it on in the sign-in settings of the project.',
  )
}

/** Enqueues a mail without looking up the account, so that the response does not reveal whether it exists. */
export const askUserCode = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { email } = call.body
    const { redirects, createsAccounts } = await requireCodes(rowRequest)
    const redirect = redirectOf(call.body.redirect, redirects)
    const address = await callingAddress(rowRequest, call.request)
    const who = signInAttemptOf(rowRequest, { email, address })
    const isKnown = await context.signInLimit.askForCode(who)
    const mayCreate = createsAccounts && (await mayGuestCreate(rowRequest, call))
    await context.db.transaction((transaction) =>
      enqueueCodeMail(transaction, rowRequest, { email, redirect, mayCreate, isKnown }),
    )
    context.durable.wake()
    return {}
  }),
)
