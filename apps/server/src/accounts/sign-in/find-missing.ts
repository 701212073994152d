import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import { findKnownPassword } from '../passwords/known-passwords.ts'
import type { StaffRecord } from './staff-store.ts'

interface Given {
  password: string
  code?: string | undefined
  newPassword?: string | undefined
}

/** The console uses the path to show the field. */
export const refuseField = (path: 'code' | 'newPassword' | 'password', message: string) =>
  new ApiError('unauthenticated', message, { details: [{ path, message }] })

export const PENDING = {
  confirmation:
    'Confirm your address first: open the link that was mailed to you, or get a new one with "Forgot your password?".',
  approval: 'An admin must approve this account before it can sign in.',
} as const

/** Refuses what the owner of a temporary password chose instead of it. */
function checkNewPassword({ email }: StaffRecord, { password, newPassword = '' }: Given) {
  const problem =
    newPassword === password
      ? 'Choose another password than the temporary one.'
      : findKnownPassword({ password: newPassword, email })
  return problem === undefined ? undefined : invalid([{ path: 'newPassword', message: problem }])
}

/** What a sign-in with a correct password still lacks; undefined if nothing. */
export function findMissing(staff: StaffRecord, given: Given): ApiError | undefined {
  if (staff.pending) return new ApiError('unauthenticated', PENDING[staff.pending])
  if (staff.hasTwoFactor && given.code === undefined) {
    return refuseField('code', 'Enter the code of your authenticator app, or a recovery code.')
  }
  if (!staff.hasTemporaryPassword) {
    if (given.newPassword === undefined) return undefined
    const message = 'Your password is not temporary. Sign in, then change it in your profile.'
    return invalid([{ path: 'newPassword', message }])
  }
  if (given.newPassword === undefined) {
    return refuseField('newPassword', 'Your password is temporary. Choose your own to continue.')
  }
  return checkNewPassword(staff, given)
}
