import { unlinkUserIdentity as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, unauthenticated } from '../../foundation/http/errors/api-error.ts'
import { findAccount, readAccount } from '../app-users/account.ts'
import { openCheckedSession } from '../app-users/open-checked-session.ts'
import { rejectOtherAccount, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { endUserSessions } from '../write/end-user-sessions.ts'
import { dropAppIdentity } from './app-identity-store.ts'
import { needsPassword, readOpenWays, refuseWrongPassword, weighRemoval } from './last-way.ts'
import { requireAppProvider } from './require-app-provider.ts'
import { requireRecentSignIn } from './require-recent-sign-in.ts'

/** Ends all other sessions too, since the person who is unlinked may have opened them. */
export const unlinkUserIdentity = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { user, tokenHash, body, request } = call
    rejectOtherAccount(rowRequest, user)
    await requireRecentSignIn(context.db, tokenHash)
    const account = await findAccount(rowRequest, { id: user.userId })
    if (!account) throw unauthenticated()
    const { issuer } = (await requireAppProvider(rowRequest, body.provider)).settings
    const open = await readOpenWays(context.db, user)
    const { password } = body
    const isProved = password !== undefined
    if (isProved) await refuseWrongPassword(rowRequest, { account, password, request })
    await context.db.transaction(async (transaction) => {
      const removal = await weighRemoval(transaction, user, { open, way: { issuer } })
      if (!removal) {
        throw new ApiError('not_found', 'Your account is not linked with this provider.')
      }
      if (removal.isLast && !isProved) throw needsPassword()
      await dropAppIdentity(transaction, { ...user, issuer })
    })
    await endUserSessions(context, rowRequest, [account.id])
    const seen = await readAccount(rowRequest, account.id)
    const session = await openCheckedSession(rowRequest, account)
    if (!seen || !session) throw unauthenticated()
    return { ...session, user: seen }
  }),
)
