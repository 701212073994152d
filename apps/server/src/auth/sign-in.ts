import { signIn as endpoint } from '@plinth/contract'
import { addAudit } from '../audit/audit-store.ts'
import { hashToken } from '../http/authenticate.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { addSession } from '../platform/session-store.ts'
import { newToken } from './new-token.ts'
import { verifyPassword } from './passwords.ts'
import { printAddressPrefix } from './print-address-prefix.ts'
import { findStaffByEmail } from './staff-store.ts'

const USER_AGENT_LENGTH = 300

/**
 * Not a `mutate`: its answer is a secret, which must not be kept for an Idempotency-Key.
 * Signing in twice makes two sessions and harms nobody.
 */
export const signIn = route(endpoint, async ({ body, request }, { db, signInLimit }) => {
  const who = { email: body.email, ip: request.ip }
  await signInLimit.attempt(who)
  const staff = await findStaffByEmail(db, body.email)
  const right = await verifyPassword(staff?.passwordHash, body.password)
  if (!staff || !right) {
    throw new Refusal('unauthenticated', 'The e-mail or the password is not right.')
  }
  await signInLimit.succeeded(who)
  const token = newToken()
  await db.transaction(async (transaction) => {
    await addSession(transaction, {
      tokenHash: hashToken(token),
      staffId: staff.id,
      userAgent: request.userAgent.slice(0, USER_AGENT_LENGTH),
      ipPrefix: printAddressPrefix(request.ip),
    })
    await addAudit(transaction, {
      author: {
        organisationId: staff.organisationId,
        staffId: staff.id,
        requestId: request.id,
      },
      entry: { action: 'signed in', entity: 'staff', entityId: staff.id },
    })
  })
  return { token }
})
