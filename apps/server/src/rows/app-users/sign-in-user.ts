import { signInUser as endpoint } from '@plinth/contract'
import { tryPassword } from '../../accounts/passwords/try-password.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { callingAddress } from '../request/calling-address.ts'
import { endUserSessions } from '../write/end-user-sessions.ts'
import { findAccount, readAccount } from './account.ts'
import { openAppSession } from './app-token.ts'
import { rejectDisabled } from './reject-disabled.ts'
import { signInAttemptOf, withAccounts } from './with-accounts.ts'

const wrong = () => new ApiError('unauthenticated', 'The email or password is wrong.')

export const signInUser = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'read' }, async (rowRequest) => {
    const { db, signInLimit } = context
    const { email, password } = call.body
    const address = await callingAddress(rowRequest, call.request)
    const who = signInAttemptOf(rowRequest, { email, address })
    const attempt = await signInLimit.attempt(who)
    const account = await findAccount(rowRequest, { email })
    const right = await tryPassword(attempt, { stored: account?.passwordHash, password })
    if (!account || !right) throw wrong()
    await attempt.refund()
    await rejectDisabled(rowRequest, account.id)
    await signInLimit.remember(who)
    const environmentId = rowRequest.environment.id
    const bound = { environmentId, tableId: rowRequest.table.id, userId: account.id }
    const session = await openAppSession(db, bound)
    // A password change during the check ended all sessions but the new one.
    const now = await findAccount(rowRequest, { id: account.id })
    const user = await readAccount(rowRequest, account.id)
    if (!user || now?.passwordHash !== account.passwordHash) {
      await endUserSessions(context, rowRequest, [account.id])
      throw wrong()
    }
    return { ...session, user }
  }),
)
