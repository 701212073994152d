import { refreshUser as endpoint } from '@plinth/contract'
import { replaceAppToken } from '../../foundation/callers/app-session-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { unauthenticated } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import { endAccounts } from '../write/end-accounts.ts'
import { findAccount } from './account.ts'
import { newAppToken } from './app-token.ts'
import { refuseElsewhere, withAccounts } from './with-accounts.ts'

export const refreshUser = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context }, async (ask) => {
    const { user, tokenHash } = call
    refuseElsewhere(ask, user)
    if (!(await findAccount(ask, { id: user.userId }))) {
      await endAccounts(context, ask, [user.userId])
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
