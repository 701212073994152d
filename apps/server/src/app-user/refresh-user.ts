import { refreshUser as endpoint } from '@plinth/contract'
import { endAccounts } from '../data/end-accounts.ts'
import { unauthenticated } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { replaceAppToken } from '../platform/app-session-store.ts'
import { findAccount } from './account.ts'
import { newAppToken } from './app-token.ts'
import { refuseElsewhere, withAccounts } from './with-accounts.ts'

export const refreshUser = route(endpoint, (call, context) =>
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
