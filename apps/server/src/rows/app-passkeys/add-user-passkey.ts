import { addUserPasskey as endpoint, MAX_PASSKEYS } from '@plinth/contract'
import { verifyCreated } from '../../accounts/web-authn/verify-answer.ts'
import { route } from '../../foundation/http/calls/route.ts'
import {
  ApiError,
  invalid,
  taken,
  unauthenticated,
} from '../../foundation/http/errors/api-error.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { requireRecentSignIn } from '../app-providers/require-recent-sign-in.ts'
import { findAccount } from '../app-users/account.ts'
import { rejectOtherAccount, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { insertAppPasskey, lockForAnother } from './app-passkey-store.ts'
import { requirePasskeys, takeExpectation } from './require-passkeys.ts'

const REFUSED = 'This passkey was not accepted. Start again, and answer within 5 minutes.'

export const addUserPasskey = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { user, tokenHash: sessionHash, body } = call
    const { name, credential } = body
    const { environmentId, tableId, userId } = user
    rejectOtherAccount(rowRequest, user)
    const settings = await requirePasskeys(rowRequest)
    await requireRecentSignIn(context.db, sessionHash)
    const { clientDataJSON } = credential.response
    const use = { environmentId, tableId, registers: { userId, sessionHash } }
    const expected = await takeExpectation(context, settings, { ...use, clientDataJSON })
    const verified = expected && (await verifyCreated(context.log, { expected, credential }))
    if (!verified) throw invalid([{ path: 'credential', message: REFUSED }])
    if (!(await findAccount(rowRequest, { id: userId }))) throw unauthenticated()
    const key = { environmentId, tableId, userId }
    const passkey = await context.db.transaction(async (transaction) => {
      // Who takes the account over, or changes its password, at this moment ends the session first.
      await requireRecentSignIn(transaction, sessionHash)
      if (!(await lockForAnother(transaction, key)))
        throw new ApiError('conflict', `An account has at most ${MAX_PASSKEYS} passkeys.`)
      const { host } = settings
      return insertAppPasskey(transaction, { ...verified, ...key, id: newId('psk'), host, name })
    })
    if (passkey) return { passkey }
    throw taken({ path: 'credential', message: 'This passkey is registered already.' })
  }),
)
