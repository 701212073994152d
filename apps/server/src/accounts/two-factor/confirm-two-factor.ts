import { confirmTwoFactor as endpoint } from '@plinth/contract'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import { endOtherSessions } from '../../foundation/callers/session-store.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid, unauthenticated } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { checkFirstCode } from './check-code.ts'
import { giveRecoveryCodes } from './give-recovery-codes.ts'
import {
  findTwoFactor,
  lockSecondFactors,
  readTwoFactorState,
  setConfirmed,
} from './two-factor-store.ts'

/** Not a `mutate`: the answer is a secret, which must not be stored for an Idempotency-Key. */
export const confirmTwoFactor = route(endpoint, async (call, context: AccountsContext) => {
  const { staff, body, request, caller } = call
  if (caller.kind !== 'staff') throw unauthenticated()
  const who = { email: staff.email, ip: request.ip }
  const attempts = [
    await context.signInLimit.attempt(who),
    await context.signInLimit.attemptCode(who),
  ]
  const staffId = staff.id
  const recoveryCodes = await context.db.transaction(async (transaction) => {
    await lockSecondFactors(transaction, staffId)
    const app = await findTwoFactor(transaction, staffId)
    if (!app) {
      throw new ApiError('conflict', 'Begin with a secret for your authenticator app.')
    }
    const { enabled } = await readTwoFactorState(transaction, staffId)
    const given = { staffId, code: body.code, secret: app.secret }
    if (!(await checkFirstCode(context, transaction, given))) {
      throw invalid([{ path: 'code', message: 'This code is wrong. Wait for the next one.' }])
    }
    if (!(await setConfirmed(transaction, staffId))) {
      throw new ApiError('conflict', 'Two-factor authentication is already on.')
    }
    await endOtherSessions(transaction, { staffId, tokenHash: caller.tokenHash })
    await addAudit(transaction, {
      author: {
        organisationId: staff.organisationId,
        staffId,
        requestId: request.id,
        from: originOf(caller, request),
      },
      entry: {
        action: enabled ? 'set an authenticator app up' : 'turned two-factor authentication on',
        entity: 'staff',
        entityId: staffId,
      },
    })
    return enabled ? [] : giveRecoveryCodes(transaction, staffId)
  })
  for (const attempt of attempts) await attempt.refund()
  return { recoveryCodes }
})
