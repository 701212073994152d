import { getSsoIdentity as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { findIdentityOf } from './identity-store.ts'
import { findProvider } from './staff-provider.ts'

export const getSsoIdentity = route(endpoint, async ({ staff }, context: AccountsContext) => {
  const provider = await findProvider(context)
  const found = await findIdentityOf(context.db, { staffId: staff.id, issuer: provider?.issuer })
  const isCurrent = found !== undefined && found.issuer === provider?.issuer
  const offered = isCurrent ? null : (provider?.name ?? null)
  if (!found) return { identity: null, offered }
  return {
    identity: {
      provider: isCurrent ? provider.name : null,
      connectedOn: found.createdAt.toISOString(),
      usedOn: found.usedAt.toISOString(),
      canProve: isCurrent && provider.kind === 'discovery',
      isProved: staff.hasProviderProof,
    },
    offered,
  }
})
