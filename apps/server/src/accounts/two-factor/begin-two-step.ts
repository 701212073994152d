import { beginTwoStep as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { AccountsContext } from '../context.ts'
import { checkOwnPassword } from '../passwords/check-current-password.ts'
import { bindingOf } from './check-code.ts'
import { addressOf, newSecret } from './one-time-code.ts'
import { proposeTwoStep } from './two-step-store.ts'

/** Not a `mutate`: its answer is a secret, and nothing counts before it is confirmed. */
export const beginTwoStep = route(
  endpoint,
  async ({ staff, body, request }, context: AccountsContext) => {
    await checkOwnPassword(context, { staff, ip: request.ip, given: body.currentPassword })
    const secret = newSecret()
    const sealed = context.vault.seal(secret, bindingOf(staff.id))
    const proposed = await context.db.transaction((transaction) =>
      proposeTwoStep(transaction, { staffId: staff.id, secret: sealed }),
    )
    if (!proposed) throw new Refusal('conflict', 'Two-step sign-in is on already.')
    return { secret, address: addressOf(secret, staff.email) }
  },
)
