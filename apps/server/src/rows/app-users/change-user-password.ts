import { changeUserPassword as endpoint } from '@plinth/contract'
import { refuseKnownPassword } from '../../accounts/passwords/known-passwords.ts'
import { tryPassword } from '../../accounts/passwords/try-password.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { invalid, unauthenticated } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { callingAddress } from '../request/calling-address.ts'
import { forgetUsers } from '../write/end-user-sessions.ts'
import { changePassword, findAccount, readAccount } from './account.ts'
import { openCheckedSession } from './open-checked-session.ts'
import { rejectOtherAccount, signInAttemptOf, withAccounts } from './with-accounts.ts'

export const changeUserPassword = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { user, body, request } = call
    rejectOtherAccount(rowRequest, user)
    const account = await findAccount(rowRequest, { id: user.userId })
    if (!account) throw unauthenticated()
    const address = await callingAddress(rowRequest, request)
    const who = signInAttemptOf(rowRequest, { email: account.email, address })
    const attempt = await context.signInLimit.attempt(who)
    const tried = { stored: account.passwordHash, password: body.currentPassword }
    if (!(await tryPassword(attempt, tried))) {
      throw invalid([{ path: 'currentPassword', message: 'is not your password' }])
    }
    await attempt.refund()
    refuseKnownPassword({ password: body.password, email: account.email })
    const changed = await changePassword(rowRequest, { account, password: body.password })
    await forgetUsers(context, rowRequest, [account.id])
    const seen = await readAccount(rowRequest, account.id)
    const session = await openCheckedSession(rowRequest, changed)
    if (!seen || !session) throw unauthenticated()
    return { ...session, user: seen }
  }),
)
