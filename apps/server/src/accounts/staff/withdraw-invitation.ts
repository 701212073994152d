import { withdrawInvitation as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import { dropInvitation } from './invitation-store.ts'

export const withdrawInvitation = route(endpoint, ({ staff, params, mutate }) =>
  mutate(async (transaction) => {
    const { invitationId } = params
    const { organisationId } = staff
    const email = await dropInvitation(transaction, { organisationId, invitationId })
    if (email === undefined) throw notFound()
    return {
      answer: {},
      audit: {
        action: 'withdrew the invitation',
        entity: 'staff',
        entityId: invitationId,
        before: { email },
      },
    }
  }),
)
