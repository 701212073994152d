import { getSsoOptions as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { findOnlyProvider } from '../sso-only/find-only-provider.ts'
import { findProvider } from './staff-provider.ts'

export const getSsoOptions = route(endpoint, async (_call, context: AccountsContext) => {
  const provider = await findProvider(context)
  if (!provider) return { provider: null }
  const isOnly = (await findOnlyProvider(context, context.db)) !== undefined
  return { provider: { name: provider.name, ssoOnly: isOnly } }
})
