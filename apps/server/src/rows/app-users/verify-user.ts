import { verifyUser as endpoint } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import type { RowRequest } from '../request/row-request.ts'
import { markWatchedFile } from '../row-events/watch-environment.ts'
import { changeAccount } from './account.ts'
import { consumeLink } from './consume-link.ts'
import { enqueueLinkMail } from './request-user-reset.ts'
import { withAccounts } from './with-accounts.ts'

async function verify(
  { db, rowEvents }: RowsContext,
  rowRequest: RowRequest,
  token: string,
): Promise<void> {
  await markWatchedFile(rowEvents, rowRequest)
  await db.transaction(async (transaction) => {
    const tokenHash = hashToken(token)
    const account = await consumeLink(transaction, rowRequest, { tokenHash, purpose: 'verify' })
    await changeAccount(rowRequest, { id: account.id, verified: true })
  })
}

export const verifyUser = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { body, request } = call
    if ('token' in body) await verify(context, rowRequest, body.token)
    else
      await enqueueLinkMail(context, rowRequest, {
        purpose: 'verify',
        email: body.email,
        request,
      })
    return {}
  }),
)
