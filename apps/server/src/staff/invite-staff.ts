import { inviteStaff as endpoint } from '@plinth/contract'
import { newToken } from '../auth/new-token.ts'
import { hashToken } from '../http/authenticate.ts'
import { taken } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { newId } from '../platform/new-id.ts'
import { addToOutbox } from '../platform/outbox-store.ts'
import { invitationLink } from './invitation-link.ts'
import { addInvitation } from './invitation-store.ts'

/** Without a mail server the admin hands the link over; it is never part of a stored answer. */
export const inviteStaff = route(endpoint, async (call, { env, mailer, durable }) => {
  const { staff, body, mutate } = call
  let token: string | undefined
  const answer = await mutate(async (transaction) => {
    token = mailer.configured ? undefined : newToken()
    const invitation = await addInvitation(transaction, {
      id: newId('inv'),
      organisationId: staff.organisationId,
      email: body.email,
      invitedBy: staff,
      tokenHash: token === undefined ? null : hashToken(token),
    })
    if (!invitation) {
      throw taken({ path: 'email', message: 'Somebody has this e-mail already.' })
    }
    if (token === undefined) {
      await addToOutbox(transaction, { topic: 'sendInvitation', key: invitation.id })
    }
    return {
      answer: { invitation, link: null },
      audit: {
        action: 'invited',
        entity: 'staff',
        entityId: invitation.id,
        after: { email: body.email },
      },
    }
  })
  durable.wake()
  return { ...answer, link: token === undefined ? null : invitationLink(env.baseUrl, token) }
})
