import type { Staff } from '../../foundation/callers/session-store.ts'
import { invalid } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { findPasswordHash } from './profile-store.ts'
import { tryPassword } from './try-password.ts'

interface Check {
  email: string
  ip: string
  storedHash: string
  password: string | undefined
}

const refuse = (message: string) => invalid([{ path: 'currentPassword', message }])

/** Checks the current password; throws 422 if it is wrong. Attempts count towards the sign-in limit. */
export async function checkCurrentPassword(
  { signInLimit }: Pick<AccountsContext, 'signInLimit'>,
  { email, ip, storedHash, password }: Check,
): Promise<void> {
  if (password === undefined || password === '') {
    throw refuse('Your current password is needed to change the email or the password.')
  }
  const attempt = await signInLimit.attempt({ email, ip })
  if (!(await tryPassword(attempt, { stored: storedHash, password }))) {
    throw refuse('This is not your current password.')
  }
  await attempt.refund()
}

/**
 * Checks the given password against the stored one. None is needed if the identity provider has just asked the person,
 * because accounts that it created have no password.
 */
export async function checkOwnPassword(
  context: Pick<AccountsContext, 'db' | 'signInLimit'>,
  { staff, ip, password }: { staff: Staff; ip: string; password: string },
): Promise<void> {
  if (staff.hasProviderProof && password === '') return
  const storedHash = await findPasswordHash(context.db, staff.id)
  await checkCurrentPassword(context, { email: staff.email, ip, storedHash, password })
}
