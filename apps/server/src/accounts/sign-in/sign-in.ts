import { signIn as endpoint } from '@plinth/contract'
import { type AuditAuthor, addAudit } from '../../foundation/audit/audit-store.ts'
import type { Refusal } from '../../foundation/audit/refusals.ts'
import { addSession } from '../../foundation/callers/session-store.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { originOf, readAgent } from '../../foundation/http/calls/origin-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { addNotice } from '../notices/add-notice.ts'
import { newToken } from '../passwords/new-token.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { tryPassword } from '../passwords/try-password.ts'
import { checkCode } from '../two-factor/check-code.ts'
import { findMissing, refuseField } from './find-missing.ts'
import { noteDevice } from './note-device.ts'
import {
  findStaffByEmail,
  noteSignIn,
  replaceTemporaryPassword,
  type StaffRecord,
} from './staff-store.ts'

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

interface SignedIn {
  staff: StaffRecord
  caller: Caller
  request: RequestInfo
  tokenHash: Buffer
  /** Replaces a temporary password. */
  passwordHash: string | undefined
}

async function record(
  transaction: Transaction,
  { staff, caller, request, tokenHash, passwordHash }: SignedIn,
): Promise<void> {
  const { id: staffId, organisationId } = staff
  const sessionId = await addSession(transaction, {
    tokenHash,
    staffId,
    userAgent: readAgent(request),
    ipPrefix: addressPrefix(request.ip),
  })
  const from = { ...originOf(caller, request), sessionId }
  const audit = (action: string) =>
    addAudit(transaction, {
      author: { organisationId, staffId, requestId: request.id, from },
      entry: { action, entity: 'staff', entityId: staffId },
    })
  if (passwordHash !== undefined) {
    const change = { staffId, temporaryHash: staff.passwordHash, passwordHash }
    if (!(await replaceTemporaryPassword(transaction, change))) {
      throw new ApiError('conflict', 'Your password was changed meanwhile. Sign in again.')
    }
    await addNotice(transaction, { kind: 'password-changed', to: staff, request })
    await audit('chose a new password')
  }
  await noteSignIn(transaction, staffId)
  await noteDevice(transaction, { staff, request })
  await audit('signed in')
}

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
      const tokenHash = hashToken(token)
      await record(transaction, { staff, caller, request, tokenHash, passwordHash })
    })
    await attempt.refund()
    await codeAttempt?.refund()
    await signInLimit.remember(who)
    durable.wake()
    return { token }
  },
)
