import { startSsoConnection as endpoint, SSO_MINUTES } from '@plinth/contract'
import { hashToken } from '../../../foundation/http/access/authenticate.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../../context.ts'
import { writeAuthorizationUrl } from '../../identity-provider/ask-provider.ts'
import { newToken } from '../../passwords/new-token.ts'
import { findIdentityOf } from '../identity-store.ts'
import { addSsoTransaction } from '../sso-store.ts'
import { callbackAddress, requireProvider } from '../staff-provider.ts'

/** Not a `mutate`: the answer is a secret, which must not be stored for an Idempotency-Key. */
export const startSsoConnection = route(
  endpoint,
  async ({ staff, body, request }, context: AccountsContext) => {
    const provider = await requireProvider(context)
    const { issuer, name } = provider
    const identity = await findIdentityOf(context.db, { staffId: staff.id, issuer })
    if (identity?.issuer === issuer) {
      throw new ApiError('conflict', `Your account is already connected with ${name}.`)
    }
    await context.ssoLimit.start(request.ip)
    const handle = newToken()
    const asked = { provider, handle, callback: callbackAddress(context) }
    const url = await writeAuthorizationUrl(asked, context.log)
    await addSsoTransaction(context.db, {
      handleHash: hashToken(handle),
      issuer,
      redirect: body.redirect,
      minutes: SSO_MINUTES,
      connectsSession: staff.sessionId,
    })
    return { url, handle }
  },
)
