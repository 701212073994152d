import { endTwoFactor as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { addNotice } from '../notices/add-notice.ts'
import { checkOwnPassword } from '../passwords/check-current-password.ts'
import { checkCode } from './check-code.ts'
import { dropTwoFactor, readTwoFactorState } from './two-factor-store.ts'

export const endTwoFactor = route(
  endpoint,
  async ({ staff, body, request, mutate }, context: AccountsContext) => {
    const { email, id: staffId } = staff
    const { ip } = request
    await checkOwnPassword(context, { staff, ip, password: body.currentPassword })
    const attempts = [
      await context.signInLimit.attempt({ email, ip }),
      await context.signInLimit.attemptCode({ email, ip }),
    ]
    const done = await mutate(async (transaction) => {
      const { enabled, required } = await readTwoFactorState(transaction, staffId)
      if (!enabled) throw new ApiError('conflict', 'Two-factor authentication is not on.')
      if (required)
        throw new ApiError('forbidden', 'Your organisation requires two-factor authentication.')
      if (!(await checkCode(context, transaction, { staffId, code: body.code }))) {
        throw invalid([{ path: 'code', message: 'This code is wrong. Wait for the next one.' }])
      }
      await dropTwoFactor(transaction, staffId)
      await addNotice(transaction, { kind: 'two-factor-off', to: staff, request })
      return {
        answer: {},
        audit: {
          action: 'turned two-factor authentication off',
          entity: 'staff',
          entityId: staffId,
        },
      }
    })
    context.durable.wake()
    for (const attempt of attempts) await attempt.refund()
    return done
  },
)
