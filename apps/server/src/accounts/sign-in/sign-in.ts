import { signIn as endpoint } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { newToken } from '../passwords/new-token.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { tryPassword } from '../passwords/try-password.ts'
import { findOnlyProviderOf } from '../sso-only/find-only-provider.ts'
import { shareSsoOnly } from '../sso-only/sso-only-store.ts'
import { checkCode } from '../two-factor/check-code.ts'
import { findMissing, refuseField } from './find-missing.ts'
import { recordSignIn } from './record-sign-in.ts'
import { refusalOf } from './refusal-of.ts'
import { findStaffByEmail, type StaffRecord } from './staff-store.ts'

const codeOf = (staff: StaffRecord, body: { code?: string | undefined }) => ({
  staffId: staff.id,
  code: body.code ?? '',
})

/**
 * Not a `mutate`: the answer is a secret, which must not be stored for an Idempotency-Key.
 * Signing in twice creates two sessions, which is harmless.
 */
export const signIn = route(
  endpoint,
  async ({ body, caller, request }, context: AccountsContext) => {
    const { db, signInLimit, durable } = context
    const who = { email: body.email, ip: request.ip }
    const attempt = await signInLimit.attempt(who)
    const staff = await findStaffByEmail(db, body.email)
    const recordRefusal = (message: string) => {
      const author = { requestId: request.id, from: originOf(caller, request) }
      if (staff) context.refusals.record(refusalOf(staff, { author, message }))
    }
    if (
      !(await tryPassword(attempt, { stored: staff?.passwordHash, password: body.password })) ||
      !staff
    ) {
      recordRefusal('wrong password')
      throw new ApiError('unauthenticated', 'The email or password is wrong.')
    }
    if (staff.disabled) {
      recordRefusal('disabled account')
      throw new ApiError('unauthenticated', 'This account is disabled. Ask an admin to restore it.')
    }
    const refuseOnly = async (on: Queryable) => {
      const only = await findOnlyProviderOf(context, on, staff.id)
      if (only === undefined) return
      recordRefusal('single sign-on only')
      throw new ApiError(
        'unauthenticated',
        `Sign in with ${only}. Your organisation allows no passwords.`,
      )
    }
    await refuseOnly(db)
    const missing = findMissing(staff, body)
    if (missing) {
      await attempt.refund()
      throw missing
    }
    const codeAttempt = staff.hasTwoFactor ? await signInLimit.attemptCode(who) : undefined
    const token = newToken()
    const { newPassword } = body
    const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword)
    await db.transaction(async (transaction) => {
      if (staff.hasTwoFactor && !(await checkCode(context, transaction, codeOf(staff, body)))) {
        recordRefusal('wrong code')
        throw refuseField('code', 'This code is wrong or was already used. Wait for the next one.')
      }
      // The switch may have been turned on since the first check.
      await shareSsoOnly(transaction)
      await refuseOnly(transaction)
      const tokenHash = hashToken(token)
      await recordSignIn(transaction, {
        staff,
        caller,
        request,
        tokenHash,
        passwordHash,
        isProved: true,
      })
    })
    await attempt.refund()
    await codeAttempt?.refund()
    await signInLimit.remember(who)
    durable.wake()
    return { token }
  },
)
