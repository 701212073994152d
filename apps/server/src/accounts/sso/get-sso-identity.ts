import { getSsoIdentity as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { findProvider } from './identity-provider.ts'
import { findIdentityOf } from './identity-store.ts'

export const getSsoIdentity = route(endpoint, async ({ staff }, context: AccountsContext) => {
  const provider = await findProvider(context)
  const found = await findIdentityOf(context.db, { staffId: staff.id, issuer: provider?.issuer })
  if (!found) return { identity: null }
  const isCurrent = found.issuer === provider?.issuer
  return {
    identity: {
      provider: isCurrent ? provider.name : null,
      connectedOn: found.createdAt.toISOString(),
      usedOn: found.usedAt.toISOString(),
      isProved: staff.hasProviderProof,
    },
  }
})
