import { endTwoFactor as endpoint } from '@plinth/contract'
import type { Staff } from '../../foundation/callers/session-store.ts'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { addNotice } from '../notices/add-notice.ts'
import { checkOwnPassword } from '../passwords/check-current-password.ts'
import { checkCode } from './check-code.ts'
import {
  dropAuthenticator,
  dropTwoFactor,
  lockSecondFactors,
  readTwoFactorState,
} from './two-factor-store.ts'

interface Removal {
  staff: Staff
  request: RequestInfo
  isLast: boolean
}

/** Returns the audited action. Passkeys that remain still are a second factor, with the same recovery codes. */
async function removeApp(
  transaction: Transaction,
  { staff, request, isLast }: Removal,
): Promise<string> {
  await (isLast ? dropTwoFactor : dropAuthenticator)(transaction, staff.id)
  const kind = isLast ? 'two-factor-off' : 'authenticator-removed'
  await addNotice(transaction, { kind, to: staff, request })
  return isLast ? 'turned two-factor authentication off' : 'removed the authenticator app'
}

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
      await lockSecondFactors(transaction, staffId)
      const { hasAuthenticator, passkeys, required } = await readTwoFactorState(
        transaction,
        staffId,
      )
      if (!hasAuthenticator) throw new ApiError('conflict', 'No authenticator app is set up.')
      if (required && passkeys === 0)
        throw new ApiError('forbidden', 'Your organisation requires two-factor authentication.')
      if (!(await checkCode(context, transaction, { staffId, code: body.code }))) {
        throw invalid([{ path: 'code', message: 'This code is wrong. Wait for the next one.' }])
      }
      const action = await removeApp(transaction, { staff, request, isLast: passkeys === 0 })
      return { answer: {}, audit: { action, entity: 'staff', entityId: staffId } }
    })
    context.durable.wake()
    for (const attempt of attempts) await attempt.refund()
    return done
  },
)
