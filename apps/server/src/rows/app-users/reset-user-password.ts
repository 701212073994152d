import { resetUserPassword as endpoint } from '@plinth/contract'
import { refuseKnownPassword } from '../../accounts/passwords/known-passwords.ts'
import { endAppSessionsOf } from '../../foundation/callers/app-session-store.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { changeAccount } from './account.ts'
import { markWatched } from './mark-watched.ts'
import { useLink } from './use-link.ts'
import { attemptOf, withAccounts } from './with-accounts.ts'

/** Whoever opens the mail has the address, so it is verified as well. */
export const resetUserPassword = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context }, async (ask) => {
    const { token, password } = call.body
    const place = { environmentId: ask.environment.id, tableId: ask.table.id }
    await markWatched(context.rowEvents, ask)
    const ended = await context.db.transaction(async (transaction) => {
      const link = { tokenHash: hashToken(token), purpose: 'reset' } as const
      const { id, email } = await useLink(transaction, ask, link)
      refuseKnownPassword({ password, email })
      await changeAccount(ask, { id, password, verified: true })
      return { email, tokens: await endAppSessionsOf(transaction, { ...place, userIds: [id] }) }
    })
    context.appSessions.forget(ended.tokens)
    const { ip } = call.request
    await context.signInLimit.remember(attemptOf(ask, { email: ended.email, ip }))
    return {}
  }),
)
