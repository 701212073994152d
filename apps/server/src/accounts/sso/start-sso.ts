import { startSso as endpoint, SSO_MINUTES } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { writeAuthorizationUrl } from '../identity-provider/ask-provider.ts'
import { newToken } from '../passwords/new-token.ts'
import { addSsoTransaction } from './sso-store.ts'
import { callbackAddress, requireProvider } from './staff-provider.ts'

/** Not a `mutate`: the answer is a secret, which must not be stored for an Idempotency-Key. */
export const startSso = route(endpoint, async ({ body, request }, context: AccountsContext) => {
  const provider = await requireProvider(context)
  await context.ssoLimit.start(request.ip)
  const handle = newToken()
  const asked = { provider, handle, callback: callbackAddress(context) }
  const url = await writeAuthorizationUrl(asked, context.log)
  await addSsoTransaction(context.db, {
    handleHash: hashToken(handle),
    issuer: provider.issuer,
    redirect: body.redirect,
    minutes: SSO_MINUTES,
  })
  return { url, handle }
})
