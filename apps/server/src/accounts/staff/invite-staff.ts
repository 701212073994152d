import { inviteStaff as endpoint } from '@plinth/contract'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { taken } from '../../foundation/http/errors/api-error.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { AccountsContext } from '../context.ts'
import { newToken } from '../passwords/new-token.ts'
import { refusePasswordAccounts } from '../sso-only/find-only-provider.ts'
import { invitationLink } from './invitation.ts'
import { addInvitation } from './invitation-store.ts'

/** Without a mail server the admin passes the link on; it is never part of a stored answer. */
export const inviteStaff = route(endpoint, async (call, context: AccountsContext) => {
  const { env, mailer, durable } = context
  const { staff, body, mutate } = call
  let token: string | undefined
  const answer = await mutate(async (transaction) => {
    await refusePasswordAccounts(context, transaction)
    token = mailer.configured ? undefined : newToken()
    const invitation = await addInvitation(transaction, {
      id: newId('inv'),
      organisationId: staff.organisationId,
      email: body.email,
      invitedBy: staff,
      tokenHash: token === undefined ? null : hashToken(token),
    })
    if (!invitation) {
      throw taken({ path: 'email', message: 'This email is already in use.' })
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
