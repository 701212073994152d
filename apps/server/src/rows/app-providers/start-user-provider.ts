import { startUserProvider as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { beginAtProvider } from './begin-at-provider.ts'

export const startUserProvider = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    await context.ssoLimit.start(call.request.ip, rowRequest.environment.id)
    const { redirect, challenge, display } = call.query
    const { name } = call.params
    return beginAtProvider(rowRequest, { name, redirect, challenge, display, linksUser: undefined })
  }),
)
