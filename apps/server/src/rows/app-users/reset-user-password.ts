import { resetUserPassword as endpoint } from '@plinth/contract'
import { refuseKnownPassword } from '../../accounts/passwords/known-passwords.ts'
import { forgetAppUsers } from '../../foundation/callers/app-session-store.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { callingAddress } from '../request/calling-address.ts'
import { markWatchedFile } from '../row-events/watch-environment.ts'
import { changeAccount } from './account.ts'
import { consumeLink } from './consume-link.ts'
import { signInAttemptOf, withAccounts } from './with-accounts.ts'

/** Also verifies the address, because the link was mailed to it. */
export const resetUserPassword = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { token, password } = call.body
    // A refused key must not use up the link.
    const address = await callingAddress(rowRequest, call.request)
    const key = { environmentId: rowRequest.environment.id, tableId: rowRequest.table.id }
    await markWatchedFile(context.rowEvents, rowRequest)
    const ended = await context.db.transaction(async (transaction) => {
      const link = { tokenHash: hashToken(token), purpose: 'reset' } as const
      const { id, email } = await consumeLink(transaction, rowRequest, link)
      refuseKnownPassword({ password, email })
      await changeAccount(rowRequest, { id, password, verified: true })
      const tokens = await forgetAppUsers(transaction, { ...key, userIds: [id] })
      return { email, tokens }
    })
    context.appSessions.forget(ended.tokens)
    await context.signInLimit.remember(signInAttemptOf(rowRequest, { email: ended.email, address }))
    return {}
  }),
)
