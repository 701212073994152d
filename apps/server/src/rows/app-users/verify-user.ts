import { verifyUser as endpoint } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import type { Ask } from '../request/ask.ts'
import { changeAccount } from './account.ts'
import { markWatched } from './mark-watched.ts'
import { mailLink } from './request-user-reset.ts'
import { useLink } from './use-link.ts'
import { withAccounts } from './with-accounts.ts'

async function verify({ db, rowEvents }: RowsContext, ask: Ask, token: string): Promise<void> {
  await markWatched(rowEvents, ask)
  await db.transaction(async (transaction) => {
    const tokenHash = hashToken(token)
    const account = await useLink(transaction, ask, { tokenHash, purpose: 'verify' })
    await changeAccount(ask, { id: account.id, verified: true })
  })
}

export const verifyUser = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context }, async (ask) => {
    const { body, request } = call
    if ('token' in body) await verify(context, ask, body.token)
    else await mailLink(context, ask, { purpose: 'verify', email: body.email, ip: request.ip })
    return {}
  }),
)
