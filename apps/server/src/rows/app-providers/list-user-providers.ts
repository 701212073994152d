import { listUserProviders as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { selectProvidersOf } from './app-provider-store.ts'

export const listUserProviders = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'read' }, async ({ environment, table }) => {
    const key = { environmentId: environment.id, tableId: table.id }
    const stored = await selectProvidersOf(context.db, key)
    return { providers: stored.map(({ name, label }) => ({ name, label })) }
  }),
)
