import { beginTwoStep as endpoint } from '@plinth/contract'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { bindingOf } from './check-code.ts'
import { checkOwnPassword } from './check-current-password.ts'
import { addressOf, newSecret } from './one-time-code.ts'
import { proposeTwoStep } from './two-step-store.ts'

/** Not a `mutate`: its answer is a secret, and nothing counts before it is confirmed. */
export const beginTwoStep = route(endpoint, async ({ staff, body, request }, context) => {
  await checkOwnPassword(context, { staff, ip: request.ip, given: body.currentPassword })
  const secret = newSecret()
  const sealed = context.vault.seal(secret, bindingOf(staff.id))
  const proposed = await context.db.transaction((transaction) =>
    proposeTwoStep(transaction, { staffId: staff.id, secret: sealed }),
  )
  if (!proposed) throw new Refusal('conflict', 'Two-step sign-in is on already.')
  return { secret, address: addressOf(secret, staff.email) }
})
