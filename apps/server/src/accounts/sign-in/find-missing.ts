import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import { findKnownPassword } from '../passwords/known-passwords.ts'
import { type GivenFactor, hasGivenFactor } from '../two-factor/second-factor.ts'
import type { StaffRecord } from './staff-store.ts'

interface Given extends GivenFactor {
  password: string
  newPassword?: string | undefined
}

/** The console uses the path to show the field. */
export const refuseField = (
  path: 'code' | 'passkey' | 'newPassword' | 'password',
  message: string,
) => new ApiError('unauthenticated', message, { details: [{ path, message }] })

/** Asks for the second factor. Each way that the account has is named by its path; recovery codes are codes. */
export function refuseMissingFactor({ hasAuthenticator, hasPasskey }: StaffRecord): ApiError {
  const code = 'the code of your authenticator app, or a recovery code.'
  const message = !hasPasskey
    ? `Enter ${code}`
    : hasAuthenticator
      ? `Use a passkey, or enter ${code}`
      : 'Use a passkey, or enter a recovery code.'
  const paths = hasPasskey ? ['code', 'passkey'] : ['code']
  return new ApiError('unauthenticated', message, {
    details: paths.map((path) => ({ path, message })),
  })
}

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
  if (staff.hasTwoFactor && !hasGivenFactor(given)) return refuseMissingFactor(staff)
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
