import { getSsoProvider as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { callbackAddress, findProvider } from './staff-provider.ts'

export const getSsoProvider = route(endpoint, async (_call, context: AccountsContext) => {
  const found = await findProvider(context)
  const callback = callbackAddress(context)
  if (!found) return { provider: null, source: null, callback }
  const { clientSecret: _secret, allowed: _allowed, kind: _kind, ...described } = found
  // The groups have an answer of their own.
  const { groupsClaim: _claim, domains, ...shown } = described
  return {
    provider: { endpoints: null, ...shown, domains: [...domains] },
    source: context.env.oidc ? ('settings' as const) : ('console' as const),
    callback,
  }
})
