import { refreshUser as endpoint } from '@plinth/contract'
import { replaceAppToken } from '../../foundation/callers/app-session-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { unauthenticated } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { endUserSessions } from '../write/end-user-sessions.ts'
import { findAccount } from './account.ts'
import { newAppToken } from './app-token.ts'
import { rejectOtherAccount, withAccounts } from './with-accounts.ts'

export const refreshUser = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'read' }, async (rowRequest) => {
    const { user, tokenHash } = call
    rejectOtherAccount(rowRequest, user)
    if (!(await findAccount(rowRequest, { id: user.userId }))) {
      await endUserSessions(context, rowRequest, [user.userId])
      throw unauthenticated()
    }
    const next = newAppToken()
    const expires = await context.db.transaction((transaction) =>
      replaceAppToken(transaction, { from: tokenHash, to: next.tokenHash }),
    )
    context.appSessions.forget([tokenHash])
    if (!expires) throw unauthenticated()
    return { token: next.token, expiresOn: expires.toISOString() }
  }),
)
