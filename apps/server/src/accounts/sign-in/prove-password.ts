import { hashToken } from '../../foundation/http/access/authenticate.ts'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import type { Attempt } from '../passwords/sign-in-limit.ts'
import { tryPassword } from '../passwords/try-password.ts'
import { findOnlyProviderOf } from '../sso-only/find-only-provider.ts'
import { lockStaffForUpdate } from '../staff/staff-state-store.ts'
import type { ChallengeUse } from '../web-authn/challenge-store.ts'
import { refusalOf } from './refusal-of.ts'
import { findStaffByEmail, type StaffRecord } from './staff-store.ts'

/** The second step after this password; a new password ends it. */
export const passwordUse = ({ id, passwordHash }: StaffRecord): ChallengeUse => ({
  staffId: id,
  purpose: 'sign in',
  boundTo: hashToken(passwordHash),
})

interface Given {
  body: { email: string; password: string }
  caller: Caller
  request: RequestInfo
}

/** An account whose password was given. */
export interface ProvedPassword {
  staff: StaffRecord
  /** To refund unless a later step of the sign-in fails. */
  attempt: Attempt
  recordRefusal(message: string): void
  /** Throws if people of this account sign in with the identity provider only. */
  refuseOnly(on: Queryable): Promise<void>
  /**
   * Locks the account, so that a change which ends its sessions also ends the one that opens now. Throws 409 if what was
   * proved has changed meanwhile.
   */
  refuseChanged(transaction: Transaction): Promise<void>
}

/** Whether a sign-in with this account may still end in the same way. */
const isSame = (before: StaffRecord, now: StaffRecord | undefined): boolean =>
  now?.id === before.id &&
  now.passwordHash === before.passwordHash &&
  now.hasTwoFactor === before.hasTwoFactor &&
  now.disabled === before.disabled &&
  now.pending === before.pending

/** Throws unless the account exists, is open, and may sign in with this password. */
export async function provePassword(
  context: AccountsContext,
  { body, caller, request }: Given,
): Promise<ProvedPassword> {
  const { db, signInLimit } = context
  const attempt = await signInLimit.attempt({ email: body.email, ip: request.ip })
  const staff = await findStaffByEmail(db, body.email)
  const recordRefusal = (message: string) => {
    const author = { requestId: request.id, from: originOf(caller, request) }
    if (staff) context.refusals.record(refusalOf(staff, { author, message }))
  }
  const given = { stored: staff?.passwordHash, password: body.password }
  if (!(await tryPassword(attempt, given)) || !staff) {
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
  const refuseChanged = async (transaction: Transaction) => {
    const { id: staffId, organisationId } = staff
    await lockStaffForUpdate(transaction, { organisationId, staffId })
    if (isSame(staff, await findStaffByEmail(transaction, body.email))) return
    throw new ApiError('conflict', 'Your account was changed meanwhile. Sign in again.')
  }
  return { staff, attempt, recordRefusal, refuseOnly, refuseChanged }
}
