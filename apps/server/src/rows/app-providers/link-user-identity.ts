import { linkUserIdentity as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, unauthenticated } from '../../foundation/http/errors/api-error.ts'
import { findAccount } from '../app-users/account.ts'
import { rejectOtherAccount, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { addAppIdentity } from './app-identity-store.ts'
import { readIdentities } from './list-user-identities.ts'
import { proveByProvider } from './prove-by-provider.ts'
import { requireRecentSignIn } from './require-recent-sign-in.ts'

/** The ticket must be of a link that this user began: nobody else's answer can be linked with the account. */
export const linkUserIdentity = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { user, tokenHash, body } = call
    rejectOtherAccount(rowRequest, user)
    const linksUser = user.userId
    const { profile, provider } = await proveByProvider(rowRequest, { ...body, linksUser })
    if (!(await findAccount(rowRequest, { id: user.userId }))) throw unauthenticated()
    const { environmentId, tableId, userId } = user
    const { issuer, subject, verifiedEmail: email } = profile
    const identity = { environmentId, tableId, issuer, subject, userId, email }
    const isLinked = await context.db.transaction(async (transaction) => {
      // An owner who takes the account over at this moment ends the session first.
      await requireRecentSignIn(transaction, tokenHash)
      return addAppIdentity(transaction, identity)
    })
    if (!isLinked) {
      throw new ApiError(
        'conflict',
        `This account, or this person of ${provider.label}, is linked already. Unlink it there first.`,
      )
    }
    return { identities: await readIdentities(context, user) }
  }),
)
