import { renewRecoveryCodes as endpoint } from '@plinth/contract'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { checkOwnPassword } from '../passwords/check-current-password.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { findTwoFactor, replaceRecoveryCodes } from './two-factor-store.ts'

/** Not a `mutate`: the answer is a secret, which must not be stored for an Idempotency-Key. */
export const renewRecoveryCodes = route(
  endpoint,
  async ({ staff, caller, body, request }, context: AccountsContext) => {
    const staffId = staff.id
    await checkOwnPassword(context, { staff, ip: request.ip, password: body.currentPassword })
    const recoveryCodes = newRecoveryCodes()
    await context.db.transaction(async (transaction) => {
      if (!(await findTwoFactor(transaction, staffId))?.confirmed) {
        throw new ApiError('conflict', 'Two-factor authentication is not on.')
      }
      const hashes = recoveryCodes.map((code) => hashRecoveryCode(staffId, code))
      await replaceRecoveryCodes(transaction, { staffId, hashes })
      await addAudit(transaction, {
        author: {
          organisationId: staff.organisationId,
          staffId,
          requestId: request.id,
          from: originOf(caller, request),
        },
        entry: { action: 'renewed the recovery codes', entity: 'staff', entityId: staffId },
      })
    })
    return { recoveryCodes }
  },
)
