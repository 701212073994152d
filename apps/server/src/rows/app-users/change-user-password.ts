import { changeUserPassword as endpoint } from '@plinth/contract'
import { refuseKnownPassword } from '../../accounts/passwords/known-passwords.ts'
import { tryPassword } from '../../accounts/passwords/try-password.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { invalid, unauthenticated } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import { endAccounts } from '../write/end-accounts.ts'
import { changeAccount, findAccount, readAccount } from './account.ts'
import { openAppSession } from './app-token.ts'
import { attemptOf, refuseElsewhere, withAccounts } from './with-accounts.ts'

export const changeUserPassword = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context }, async (ask) => {
    const { user, body, request } = call
    refuseElsewhere(ask, user)
    const account = await findAccount(ask, { id: user.userId })
    if (!account) throw unauthenticated()
    const who = attemptOf(ask, { email: account.email, ip: request.ip })
    const attempt = await context.signInLimit.attempt(who)
    const tried = { stored: account.passwordHash, given: body.currentPassword }
    if (!(await tryPassword(attempt, tried))) {
      throw invalid([{ path: 'currentPassword', message: 'is not your password' }])
    }
    await attempt.giveBack()
    refuseKnownPassword({ password: body.password, email: account.email })
    await changeAccount(ask, { id: account.id, password: body.password })
    await endAccounts(context, ask, [account.id])
    const seen = await readAccount(ask, account.id)
    if (!seen) throw unauthenticated()
    return { ...(await openAppSession(context.db, user)), user: seen }
  }),
)
