import { refreshUser as endpoint } from '@plinth/contract'
import { exchangeAppToken } from '../../foundation/callers/app-session-store.ts'
import { bearerIn, hashAppToken, hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { unauthenticated } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { forgetUsers } from '../write/end-user-sessions.ts'
import { findAccount } from './account.ts'
import { deriveAppToken } from './app-token.ts'
import { rejectOtherAccount, withAccounts } from './with-accounts.ts'

export const refreshUser = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'read' }, async (rowRequest) => {
    const { user, tokenHash } = call
    rejectOtherAccount(rowRequest, user)
    if (!(await findAccount(rowRequest, { id: user.userId }))) {
      await forgetUsers(context, rowRequest, [user.userId])
      throw unauthenticated()
    }
    const old = bearerIn(call.request.headers.authorization) ?? ''
    const toHash = (salt: Buffer) => hashToken(deriveAppToken(old, salt))
    const done = await context.db.transaction((transaction) =>
      exchangeAppToken(transaction, { from: hashAppToken(old), toHash }),
    )
    context.appSessions.forget([tokenHash])
    if (done === 'reused') {
      const { environmentId, tableId, userId } = user
      context.log.warn(
        { environmentId, tableId, userId, requestId: call.request.id },
        'app-session: replaced token was used again, possibly stolen; session ended',
      )
      throw unauthenticated()
    }
    if (!done) throw unauthenticated()
    return { token: deriveAppToken(old, done.salt), expiresOn: done.expires.toISOString() }
  }),
)
