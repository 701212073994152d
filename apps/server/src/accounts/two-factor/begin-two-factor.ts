import { beginTwoFactor as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { checkOwnPassword } from '../passwords/check-current-password.ts'
import { bindingOf } from './check-code.ts'
import { addressOf, newSecret } from './one-time-code.ts'
import { proposeTwoFactor } from './two-factor-store.ts'

/** Not a `mutate`: the answer is a secret, and the change has no effect until it is confirmed. */
export const beginTwoFactor = route(
  endpoint,
  async ({ staff, body, request }, context: AccountsContext) => {
    await checkOwnPassword(context, { staff, ip: request.ip, password: body.currentPassword })
    const secret = newSecret()
    const sealed = context.vault.seal(secret, bindingOf(staff.id))
    const proposed = await context.db.transaction((transaction) =>
      proposeTwoFactor(transaction, { staffId: staff.id, secret: sealed }),
    )
    if (!proposed) throw new ApiError('conflict', 'Two-factor authentication is already on.')
    return { secret, address: addressOf(secret, staff.email) }
  },
)
