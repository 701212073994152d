import { signInUser as endpoint } from '@plinth/contract'
import { tryPassword } from '../../accounts/passwords/try-password.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import { endAccounts } from '../write/end-accounts.ts'
import { findAccount, readAccount } from './account.ts'
import { openAppSession } from './app-token.ts'
import { attemptOf, withAccounts } from './with-accounts.ts'

const wrong = () => new Refusal('unauthenticated', 'The e-mail or the password is not right.')

export const signInUser = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context }, async (ask) => {
    const { db, signInLimit } = context
    const { email, password } = call.body
    const who = attemptOf(ask, { email, ip: call.request.ip })
    const attempt = await signInLimit.attempt(who)
    const account = await findAccount(ask, { email })
    const right = await tryPassword(attempt, { stored: account?.passwordHash, given: password })
    if (!account || !right) throw wrong()
    await attempt.giveBack()
    await signInLimit.remember(who)
    const environmentId = ask.environment.id
    const bound = { environmentId, tableId: ask.table.id, userId: account.id }
    const session = await openAppSession(db, bound)
    // A password that was changed while this one was being checked has ended the sessions there were.
    const now = await findAccount(ask, { id: account.id })
    const user = await readAccount(ask, account.id)
    if (!user || now?.passwordHash !== account.passwordHash) {
      await endAccounts(context, ask, [account.id])
      throw wrong()
    }
    return { ...session, user }
  }),
)
