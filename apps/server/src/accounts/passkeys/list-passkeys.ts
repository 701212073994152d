import { listPasskeys as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { selectPasskeys } from '../web-authn/passkey-store.ts'

export const listPasskeys = route(endpoint, async ({ staff }, { db }: AccountsContext) => ({
  passkeys: await selectPasskeys(db, staff.id),
}))
