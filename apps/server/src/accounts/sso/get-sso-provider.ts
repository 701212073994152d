import { getSsoProvider as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { callbackAddress, findProvider } from './identity-provider.ts'

export const getSsoProvider = route(endpoint, async (_call, context: AccountsContext) => {
  const found = await findProvider(context)
  const callback = callbackAddress(context)
  if (!found) return { provider: null, source: null, callback }
  const { issuer, clientId, name, domains, verifiedClaim, ssoOnly } = found
  return {
    provider: { issuer, clientId, name, domains: [...domains], verifiedClaim, ssoOnly },
    source: context.env.oidc ? ('settings' as const) : ('console' as const),
    callback,
  }
})
