import { renameUserPasskey as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { rejectOtherAccount, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { setAppPasskeyName } from './app-passkey-store.ts'
import { unknownPasskey } from './unknown-passkey.ts'

export const renameUserPasskey = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { user, params, body } = call
    rejectOtherAccount(rowRequest, user)
    const renamed = { ...user, id: params.passkeyId, name: body.name }
    if (!(await setAppPasskeyName(context.db, renamed))) throw unknownPasskey()
    return {}
  }),
)
