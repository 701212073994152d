import { resetUserPassword as endpoint } from '@plinth/contract'
import { hashToken } from '../http/authenticate.ts'
import { route } from '../http/route.ts'
import { endAppSessionsOf } from '../platform/app-session-store.ts'
import { changeAccount } from './account.ts'
import { markWatched } from './mark-watched.ts'
import { useLink } from './use-link.ts'
import { withAccounts } from './with-accounts.ts'

/** Whoever opens the mail has the address, so it is verified as well. */
export const resetUserPassword = route(endpoint, (call, context) =>
  withAccounts({ call, context }, async (ask) => {
    const { token, password } = call.body
    const place = { environmentId: ask.environment.id, tableId: ask.table.id }
    await markWatched(context.rowEvents, ask)
    const ended = await context.db.transaction(async (transaction) => {
      const link = { tokenHash: hashToken(token), purpose: 'reset' } as const
      const { id } = await useLink(transaction, ask, link)
      await changeAccount(ask, { id, password, verified: true })
      return endAppSessionsOf(transaction, { ...place, userIds: [id] })
    })
    context.appSessions.forget(ended)
    return {}
  }),
)
