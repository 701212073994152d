import { signIn as endpoint } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import type { Call } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { newToken } from '../passwords/new-token.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { shareSsoOnly } from '../sso-only/sso-only-store.ts'
import { refusedFactor, verifySecondFactor } from '../two-factor/second-factor.ts'
import { findMissing, refuseField } from './find-missing.ts'
import { type ProvedPassword, passwordUse, provePassword } from './prove-password.ts'
import { recordSignIn } from './record-sign-in.ts'

type SignInCall = Call<typeof endpoint>

/** Returns what consumes the second factor in the transaction that opens the session. */
async function prepareFactor(
  { body }: SignInCall,
  context: AccountsContext,
  { staff, recordRefusal }: ProvedPassword,
): Promise<(transaction: Transaction) => Promise<void>> {
  if (!staff.hasTwoFactor) return async () => undefined
  const consume = await verifySecondFactor(context, { given: body, use: passwordUse(staff) })
  return async (transaction) => {
    if (await consume(transaction)) return
    const { path, reason, message } = refusedFactor(body)
    recordRefusal(reason)
    throw refuseField(path, message)
  }
}

/**
 * Not a `mutate`: the answer is a secret, which must not be stored for an Idempotency-Key.
 * Signing in twice creates two sessions, which is harmless.
 */
export const signIn = route(endpoint, async (call, context: AccountsContext) => {
  const { body, caller, request } = call
  const { db, signInLimit, durable } = context
  const who = { email: body.email, ip: request.ip }
  const proved = await provePassword(context, call)
  const { staff, attempt } = proved
  const missing = findMissing(staff, body)
  if (missing) {
    await attempt.refund()
    throw missing
  }
  const codeAttempt = staff.hasTwoFactor ? await signInLimit.attemptCode(who) : undefined
  const token = newToken()
  const { newPassword } = body
  const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword)
  const consumeFactor = await prepareFactor(call, context, proved)
  await db.transaction(async (transaction) => {
    // The switch may have been turned on since the first check, and the account changed.
    await shareSsoOnly(transaction)
    await proved.refuseOnly(transaction)
    await proved.refuseChanged(transaction)
    await consumeFactor(transaction)
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
})
