import { RECENT_SIGN_IN_MINUTES } from '@plinth/contract'
import { startedWithin } from '../../foundation/callers/app-session-store.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../foundation/platform/database.ts'

/**
 * Throws 403 unless the session of the caller began lately: a copied token must not be enough. In a transaction, the
 * session cannot end before it.
 */
export async function requireRecentSignIn(on: Queryable, tokenHash: Buffer): Promise<void> {
  if (await startedWithin(on, { tokenHash, minutes: RECENT_SIGN_IN_MINUTES })) return
  throw new ApiError(
    'forbidden',
    `This needs a sign-in of the last ${RECENT_SIGN_IN_MINUTES} minutes. Sign in again, then repeat it.`,
  )
}
