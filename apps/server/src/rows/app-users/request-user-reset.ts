import { requestUserReset as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import type { Ask } from '../request/ask.ts'
import type { LinkPurpose } from './app-link-store.ts'
import { askForAppMail } from './app-mail.ts'
import { attemptOf, withAccounts } from './with-accounts.ts'

/** Promises a mail to whoever has the address; nobody looks for one here, so nothing can tell. */
export async function mailLink(
  { db, durable, signInLimit }: RowsContext,
  ask: Ask,
  { purpose, email, ip }: { purpose: LinkPurpose; email: string; ip: string },
): Promise<void> {
  await signInLimit.askForMail(attemptOf(ask, { email, ip }))
  await db.transaction((transaction) => askForAppMail(transaction, ask, { purpose, email }))
  durable.wake()
}

export const requestUserReset = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context }, async (ask) => {
    const { email } = call.body
    await mailLink(context, ask, { purpose: 'reset', email, ip: call.request.ip })
    return {}
  }),
)
