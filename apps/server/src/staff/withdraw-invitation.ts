import { withdrawInvitation as endpoint } from '@plinth/contract'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
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
