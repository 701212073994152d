import { getSsoOptions as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { findProvider } from './identity-provider.ts'

export const getSsoOptions = route(endpoint, async (_call, context: AccountsContext) => {
  const provider = await findProvider(context)
  return { provider: provider ? { name: provider.name } : null }
})
