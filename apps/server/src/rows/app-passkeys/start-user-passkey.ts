import { startUserPasskey as endpoint } from '@plinth/contract'
import {
  describePasskeys,
  KEY_PARAMETERS,
  newChallengeBytes,
  PASSKEY_TIMEOUT_MS,
} from '../../accounts/web-authn/start-challenge.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { unauthenticated } from '../../foundation/http/errors/api-error.ts'
import { requireRecentSignIn } from '../app-providers/require-recent-sign-in.ts'
import { findAccount } from '../app-users/account.ts'
import { rejectOtherAccount, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { addAppChallenge } from './app-challenge-store.ts'
import { selectAppHandles } from './app-passkey-store.ts'
import { requirePasskeys, userHandleOf } from './require-passkeys.ts'

/** The challenge works in this session only. */
export const startUserPasskey = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { user, tokenHash: sessionHash } = call
    const { environmentId, tableId, userId } = user
    rejectOtherAccount(rowRequest, user)
    const { host } = await requirePasskeys(rowRequest)
    await requireRecentSignIn(context.db, sessionHash)
    const account = await findAccount(rowRequest, { id: userId })
    if (!account) throw unauthenticated()
    const challenge = newChallengeBytes()
    const registers = { userId, sessionHash }
    await addAppChallenge(context.db, { environmentId, tableId, registers, challenge })
    return {
      options: {
        rp: { id: host, name: host },
        user: { id: userHandleOf(user), name: account.email, displayName: account.email },
        challenge: challenge.toString('base64url'),
        pubKeyCredParams: KEY_PARAMETERS,
        timeout: PASSKEY_TIMEOUT_MS,
        excludeCredentials: describePasskeys(await selectAppHandles(context.db, user, host)),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    }
  }),
)
