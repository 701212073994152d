import { PROOF_MINUTES } from '@plinth/contract'
import type { Staff } from '../../callers/session-store.ts'
import { ApiError } from '../errors/api-error.ts'

const NEEDED = `This needs your password or a two-factor code of the last ${PROOF_MINUTES} minutes. Send one to POST /auth/reauthenticate and repeat the call.`

/** Throws 403 `reauthenticate` unless the session has a recent proof. */
export function requireRecentProof({ hasRecentProof }: Pick<Staff, 'hasRecentProof'>): void {
  if (!hasRecentProof) throw new ApiError('reauthenticate', NEEDED)
}
