import { deleteSsoProvider as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { refuseSettings } from './save-sso-provider.ts'
import { dropStoredProvider } from './sso-provider-store.ts'

const none = () => new ApiError('conflict', 'There is no identity provider to remove.')

export const deleteSsoProvider = route(endpoint, ({ staff, mutate }, { env }: AccountsContext) => {
  if (env.oidc) throw refuseSettings()
  return mutate(async (transaction) => {
    const entityId = staff.organisationId
    if (!(await dropStoredProvider(transaction, entityId))) throw none()
    return { answer: {}, audit: { action: 'deleted', entity: 'identity provider', entityId } }
  })
})
