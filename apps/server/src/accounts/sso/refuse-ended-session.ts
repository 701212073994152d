import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { isLoggedOut, shareLogout } from './logout-store.ts'

/** Throws 401 for a sign-in whose session the provider has ended before it was opened here. */
export async function refuseEndedSession(
  transaction: Transaction,
  answered: { handleHash: Buffer; issuer: string; subject: string; sid: string | null },
): Promise<void> {
  await shareLogout(transaction)
  if (!(await isLoggedOut(transaction, answered))) return
  throw new ApiError(
    'unauthenticated',
    'You were signed out at the identity provider. Start again from the sign-in page.',
  )
}
