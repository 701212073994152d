import { requestUserReset as endpoint } from '@plinth/contract'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { callingAddress } from '../request/calling-address.ts'
import type { RowRequest } from '../request/row-request.ts'
import type { LinkPurpose } from './app-link-store.ts'
import { enqueueAppMail } from './app-mail.ts'
import { signInAttemptOf, withAccounts } from './with-accounts.ts'

/** Enqueues a mail without looking up the account, so that the response does not reveal whether it exists. */
export async function enqueueLinkMail(
  { db, durable, signInLimit }: RowsContext,
  rowRequest: RowRequest,
  { purpose, email, request }: { purpose: LinkPurpose; email: string; request: RequestInfo },
): Promise<void> {
  const address = await callingAddress(rowRequest, request)
  const isKnown = await signInLimit.askForLink(signInAttemptOf(rowRequest, { email, address }))
  await db.transaction((transaction) =>
    enqueueAppMail(transaction, rowRequest, { purpose, email, isKnown }),
  )
  durable.wake()
}

export const requestUserReset = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { body, request } = call
    await enqueueLinkMail(context, rowRequest, { purpose: 'reset', email: body.email, request })
    return {}
  }),
)
