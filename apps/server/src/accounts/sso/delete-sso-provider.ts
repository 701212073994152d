import { deleteSsoProvider as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { endSessionsOfProvider } from './identity-store.ts'
import { refuseSettings } from './save-sso-provider.ts'
import { dropStoredProvider } from './sso-provider-store.ts'

const none = () => new ApiError('conflict', 'There is no identity provider to remove.')

export const deleteSsoProvider = route(
  endpoint,
  ({ staff, caller, mutate }, { env }: AccountsContext) => {
    if (env.oidc) throw refuseSettings()
    return mutate(async (transaction) => {
      const entityId = staff.organisationId
      const issuer = await dropStoredProvider(transaction, entityId)
      if (issuer === undefined) throw none()
      const tokenHash = caller.kind === 'staff' ? caller.tokenHash : null
      await endSessionsOfProvider(transaction, { issuer, tokenHash })
      return { answer: {}, audit: { action: 'deleted', entity: 'identity-provider', entityId } }
    })
  },
)
