import { acceptInvitation as endpoint } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { taken } from '../../foundation/http/errors/api-error.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import type { AccountsContext } from '../context.ts'
import { addStaff } from '../members/org-user-store.ts'
import { refuseKnownPassword } from '../passwords/known-passwords.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { refusePasswordAccounts } from '../sso-only/find-only-provider.ts'
import { refuseInvitation } from './invitation.ts'
import { takeInvitation } from './invitation-store.ts'

export const acceptInvitation = route(
  endpoint,
  async ({ body, request, mutate }, context: AccountsContext) => {
    // Hashing is expensive, so attempts are limited like sign-ups.
    await context.signInLimit.signUp({ email: '', ip: request.ip, within: 'invitation' })
    const passwordHash = await hashPassword(body.password)
    return mutate(async (transaction) => {
      const invitation = await takeInvitation(transaction, hashToken(body.token))
      if (!invitation) throw refuseInvitation()
      await refusePasswordAccounts(context, transaction)
      const { organisationId, email } = invitation
      refuseKnownPassword({ password: body.password, email })
      const { firstName, lastName } = body
      const id = newId('stf')
      const added = { id, organisationId, email, firstName, lastName, passwordHash }
      if (!(await addStaff(transaction, added))) {
        throw taken({ path: 'email', message: 'This email is already in use.' })
      }
      return {
        answer: { email },
        audit: {
          action: 'accepted the invitation',
          entity: 'staff',
          entityId: id,
          after: { email },
        },
      }
    })
  },
)
