import { startUserLink as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { rejectOtherAccount, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { beginAtProvider } from './begin-at-provider.ts'
import { requireRecentSignIn } from './require-recent-sign-in.ts'

export const startUserLink = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { user, tokenHash, body, params, request } = call
    rejectOtherAccount(rowRequest, user)
    await requireRecentSignIn(context.db, tokenHash)
    await context.ssoLimit.start(request.ip, rowRequest.environment.id)
    const { redirect, challenge, display } = body
    const linksUser = user.userId
    return beginAtProvider(rowRequest, {
      name: params.name,
      redirect,
      challenge,
      display,
      linksUser,
    })
  }),
)
