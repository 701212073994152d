import { requestUserReset as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import type { RowRequest } from '../request/row-request.ts'
import type { LinkPurpose } from './app-link-store.ts'
import { enqueueAppMail } from './app-mail.ts'
import { signInAttemptOf, withAccounts } from './with-accounts.ts'

/** Enqueues a mail without looking up the account, so that the response does not reveal whether it exists. */
export async function enqueueLinkMail(
  { db, durable, signInLimit }: RowsContext,
  rowRequest: RowRequest,
  { purpose, email, ip }: { purpose: LinkPurpose; email: string; ip: string },
): Promise<void> {
  await signInLimit.askForMail(signInAttemptOf(rowRequest, { email, ip }))
  await db.transaction((transaction) => enqueueAppMail(transaction, rowRequest, { purpose, email }))
  durable.wake()
}

export const requestUserReset = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { email } = call.body
    await enqueueLinkMail(context, rowRequest, { purpose: 'reset', email, ip: call.request.ip })
    return {}
  }),
)
