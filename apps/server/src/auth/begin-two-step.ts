import { beginTwoStep as endpoint } from '@plinth/contract'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { bindingOf } from './check-code.ts'
import { checkCurrentPassword } from './check-current-password.ts'
import { addressOf, newSecret } from './one-time-code.ts'
import { findPasswordHash } from './profile-store.ts'
import { proposeTwoStep } from './two-step-store.ts'

/** Not a `mutate`: its answer is a secret, and nothing counts before it is confirmed. */
export const beginTwoStep = route(endpoint, async ({ staff, body, request }, context) => {
  await checkCurrentPassword(context, {
    email: staff.email,
    ip: request.ip,
    storedHash: await findPasswordHash(context.db, staff.id),
    given: body.currentPassword,
  })
  const secret = newSecret()
  const sealed = context.vault.seal(secret, bindingOf(staff.id))
  const proposed = await context.db.transaction((transaction) =>
    proposeTwoStep(transaction, { staffId: staff.id, secret: sealed }),
  )
  if (!proposed) throw new Refusal('conflict', 'Two-step sign-in is on already.')
  return { secret, address: addressOf(secret, staff.email) }
})
