import { reauthenticate as endpoint } from '@plinth/contract'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import { recordProof } from '../../foundation/callers/session-store.ts'
import type { Call } from '../../foundation/http/calls/call.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid, unauthenticated } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { checkOwnPassword } from '../passwords/check-current-password.ts'
import { type GivenFactor, refusedFactor, verifySecondFactor } from '../two-factor/second-factor.ts'
import { readTwoFactorState } from '../two-factor/two-factor-store.ts'

type ProofCall = Call<typeof endpoint>

async function record(transaction: Transaction, { caller, staff, request }: ProofCall) {
  if (caller.kind !== 'staff') throw unauthenticated()
  await recordProof(transaction, caller.tokenHash)
  await addAudit(transaction, {
    author: {
      organisationId: staff.organisationId,
      staffId: staff.id,
      requestId: request.id,
      from: originOf(caller, request),
    },
    entry: { action: 'reauthenticated', entity: 'staff', entityId: staff.id },
  })
}

/** Checks the factor and records the proof in one transaction, because a code or a challenge works once. */
async function proveByFactor(
  call: ProofCall,
  context: AccountsContext,
  given: GivenFactor,
): Promise<void> {
  const { staff, request, caller } = call
  if (caller.kind !== 'staff') throw unauthenticated()
  const who = { email: staff.email, ip: request.ip }
  const attempts = [
    await context.signInLimit.attempt(who),
    await context.signInLimit.attemptCode(who),
  ]
  const use = {
    staffId: staff.id,
    purpose: 'reauthenticate' as const,
    boundTo: caller.tokenHash,
  }
  const consume = await verifySecondFactor(context, { given, use })
  const outcome = await context.db.transaction(async (transaction) => {
    if (!(await readTwoFactorState(transaction, staff.id)).enabled) return 'off'
    if (!(await consume(transaction))) return 'wrong'
    await record(transaction, call)
    return 'proved'
  })
  if (outcome === 'wrong') {
    const { path, message } = refusedFactor(given)
    throw invalid([{ path, message }])
  }
  for (const attempt of attempts) await attempt.refund()
  if (outcome === 'off') {
    throw new ApiError('conflict', 'Two-factor authentication is not on. Send your password.')
  }
}

/** Not a `mutate`: a repeat must check the password or factor again. Attempts count towards the sign-in limit. */
export const reauthenticate = route(endpoint, async (call, context: AccountsContext) => {
  const { staff, body, request } = call
  if (!('currentPassword' in body)) {
    await proveByFactor(call, context, body)
    return {}
  }
  await checkOwnPassword(context, { staff, ip: request.ip, password: body.currentPassword })
  await context.db.transaction((transaction) => record(transaction, call))
  return {}
})
