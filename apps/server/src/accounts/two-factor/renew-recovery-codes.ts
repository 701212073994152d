import { renewRecoveryCodes as endpoint } from '@plinth/contract'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { checkOwnPassword } from '../passwords/check-current-password.ts'
import { giveRecoveryCodes } from './give-recovery-codes.ts'
import { readTwoFactorState } from './two-factor-store.ts'

/** Not a `mutate`: the answer is a secret, which must not be stored for an Idempotency-Key. */
export const renewRecoveryCodes = route(
  endpoint,
  async ({ staff, caller, body, request }, context: AccountsContext) => {
    const staffId = staff.id
    await checkOwnPassword(context, { staff, ip: request.ip, password: body.currentPassword })
    const recoveryCodes = await context.db.transaction(async (transaction) => {
      if (!(await readTwoFactorState(transaction, staffId)).enabled) {
        throw new ApiError('conflict', 'Two-factor authentication is not on.')
      }
      const codes = await giveRecoveryCodes(transaction, staffId)
      await addAudit(transaction, {
        author: {
          organisationId: staff.organisationId,
          staffId,
          requestId: request.id,
          from: originOf(caller, request),
        },
        entry: { action: 'renewed the recovery codes', entity: 'staff', entityId: staffId },
      })
      return codes
    })
    return { recoveryCodes }
  },
)
