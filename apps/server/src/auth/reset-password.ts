import { resetPassword as endpoint } from '@plinth/contract'
import { hashToken } from '../http/authenticate.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { endSessionsOf } from '../platform/session-store.ts'
import { refuseKnownPassword } from './known-passwords.ts'
import { takeReset } from './password-reset-store.ts'
import { hashPassword } from './passwords.ts'
import { setPassword } from './staff-store.ts'

export const resetPassword = route(endpoint, async ({ body, request, mutate }, context) => {
  let email: string | undefined
  const done = await mutate(async (transaction) => {
    const reset = await takeReset(transaction, hashToken(body.token))
    if (!reset) {
      throw new Refusal('invalid', 'This link was used already or is too old. Ask for a new one.')
    }
    const { staffId } = reset
    email = reset.email
    refuseKnownPassword({ password: body.password, email })
    await setPassword(transaction, { staffId, passwordHash: await hashPassword(body.password) })
    await endSessionsOf(transaction, staffId)
    return {
      answer: {},
      audit: { action: 'chose a new password', entity: 'staff', entityId: staffId },
    }
  })
  // Somebody guessing meanwhile must not keep the owner from using the new password.
  if (email !== undefined) await context.signInLimit.remember({ email, ip: request.ip })
  return done
})
