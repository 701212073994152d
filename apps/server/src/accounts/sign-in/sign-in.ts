import { signIn as endpoint } from '@plinth/contract'
import { type AuditAuthor, addAudit } from '../../foundation/audit/audit-store.ts'
import type { Refusal } from '../../foundation/audit/refusals.ts'
import { addSession } from '../../foundation/callers/session-store.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { newToken } from '../passwords/new-token.ts'
import { tryPassword } from '../passwords/try-password.ts'
import { checkCode } from '../two-factor/check-code.ts'
import { findStaffByEmail, noteSignIn, type StaffRecord } from './staff-store.ts'

const USER_AGENT_LENGTH = 300

/** The console uses the path to show the code field. */
const refuseCode = (message: string) =>
  new ApiError('unauthenticated', message, { details: [{ path: 'code', message }] })

const codeOf = (staff: StaffRecord, body: { code?: string | undefined }) => ({
  staffId: staff.id,
  code: body.code ?? '',
})

/** A failed sign-in names the account, but no author: nobody has proved to be its owner. */
function refusalOf(
  { id, organisationId }: StaffRecord,
  { author, message }: { author: Pick<AuditAuthor, 'requestId' | 'from'>; message: string },
): Refusal {
  return {
    act: { verb: 'sign in as', area: 'staff' },
    entityId: id,
    projectId: undefined,
    author: { ...author, organisationId, staffId: null },
    caller: `sign-in ${id}`,
    reason: { message },
  }
}

/**
 * Not a `mutate`: the answer is a secret, which must not be stored for an Idempotency-Key.
 * Signing in twice creates two sessions, which is harmless.
 */
export const signIn = route(
  endpoint,
  async ({ body, caller, request }, context: AccountsContext) => {
    const { db, signInLimit } = context
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
    if (staff.hasTwoFactor && body.code === undefined) {
      await attempt.refund()
      throw refuseCode('Enter the code of your authenticator app, or a recovery code.')
    }
    const codeAttempt = staff.hasTwoFactor ? await signInLimit.attemptCode(who) : undefined
    const token = newToken()
    await db.transaction(async (transaction) => {
      if (staff.hasTwoFactor && !(await checkCode(context, transaction, codeOf(staff, body)))) {
        recordRefusal('wrong code')
        throw refuseCode('This code is wrong or was already used. Wait for the next one.')
      }
      await noteSignIn(transaction, staff.id)
      const sessionId = await addSession(transaction, {
        tokenHash: hashToken(token),
        staffId: staff.id,
        userAgent: request.userAgent.slice(0, USER_AGENT_LENGTH),
        ipPrefix: addressPrefix(request.ip),
      })
      await addAudit(transaction, {
        author: {
          organisationId: staff.organisationId,
          staffId: staff.id,
          requestId: request.id,
          from: { ...originOf(caller, request), sessionId },
        },
        entry: { action: 'signed in', entity: 'staff', entityId: staff.id },
      })
    })
    await attempt.refund()
    await codeAttempt?.refund()
    await signInLimit.remember(who)
    return { token }
  },
)
