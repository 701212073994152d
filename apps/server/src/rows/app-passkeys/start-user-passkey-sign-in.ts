import { startUserPasskeySignIn as endpoint } from '@plinth/contract'
import { newChallengeBytes, PASSKEY_TIMEOUT_MS } from '../../accounts/web-authn/start-challenge.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { addAppChallenge } from './app-challenge-store.ts'
import { requirePasskeys } from './require-passkeys.ts'

/** Needs no address and names no credentials, so that it reveals nothing about accounts. */
export const startUserPasskeySignIn = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'read' }, async (rowRequest) => {
    const { environment, table } = rowRequest
    const { host } = await requirePasskeys(rowRequest)
    await context.ssoLimit.start(call.request.ip, environment.id)
    const key = { environmentId: environment.id, tableId: table.id }
    const challenge = newChallengeBytes()
    await addAppChallenge(context.db, { ...key, registers: undefined, challenge })
    return {
      options: {
        rpId: host,
        challenge: challenge.toString('base64url'),
        timeout: PASSKEY_TIMEOUT_MS,
        allowCredentials: [],
        userVerification: 'required',
      },
    }
  }),
)
