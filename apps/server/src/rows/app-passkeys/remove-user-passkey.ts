import { removeUserPasskey as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { unauthenticated } from '../../foundation/http/errors/api-error.ts'
import {
  needsPassword,
  readOpenWays,
  refuseWrongPassword,
  weighRemoval,
} from '../app-providers/last-way.ts'
import { requireRecentSignIn } from '../app-providers/require-recent-sign-in.ts'
import { findAccount, readAccount } from '../app-users/account.ts'
import { openCheckedSession } from '../app-users/open-checked-session.ts'
import { rejectOtherAccount, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { endUserSessions } from '../write/end-user-sessions.ts'
import { dropAppPasskey } from './app-passkey-store.ts'
import { unknownPasskey } from './unknown-passkey.ts'

/** Ends all other sessions too, since who has the removed passkey may have opened them. */
export const removeUserPasskey = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { user, tokenHash, params, body, request } = call
    const { passkeyId } = params
    rejectOtherAccount(rowRequest, user)
    await requireRecentSignIn(context.db, tokenHash)
    const account = await findAccount(rowRequest, { id: user.userId })
    if (!account) throw unauthenticated()
    const open = await readOpenWays(context.db, user)
    const { password } = body
    const isProved = password !== undefined
    if (isProved) await refuseWrongPassword(rowRequest, { account, password, request })
    await context.db.transaction(async (transaction) => {
      const removal = await weighRemoval(transaction, user, { open, way: { passkeyId } })
      if (!removal) throw unknownPasskey()
      if (removal.isLast && !isProved) throw needsPassword()
      await dropAppPasskey(transaction, { ...user, id: passkeyId })
    })
    await endUserSessions(context, rowRequest, [account.id])
    const seen = await readAccount(rowRequest, account.id)
    const session = await openCheckedSession(rowRequest, account)
    if (!seen || !session) throw unauthenticated()
    return { ...session, user: seen }
  }),
)
