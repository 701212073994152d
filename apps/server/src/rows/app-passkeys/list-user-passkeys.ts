import { listUserPasskeys as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { findSignIn } from '../app-sign-in/app-sign-in-store.ts'
import { rejectOtherAccount, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { selectAppPasskeys } from './app-passkey-store.ts'

export const listUserPasskeys = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'read' }, async (rowRequest) => {
    const { user } = call
    rejectOtherAccount(rowRequest, user)
    const { passkeyHost } = await findSignIn(context.db, user)
    return { passkeys: await selectAppPasskeys(context.db, user, passkeyHost) }
  }),
)
