import { PERSONAL_KEY_PREFIX } from '@plinth/contract'
import { findPersonalKeyBearer } from '../../callers/personal-key-store.ts'
import type { Database } from '../../platform/database.ts'
import type { Caller } from '../calls/call.ts'
import { ApiError } from '../errors/api-error.ts'

const SECRET = new RegExp(`^${PERSONAL_KEY_PREFIX}[A-Za-z0-9_-]{43}$`)
const ENDED =
  'This personal key was revoked, was not used for 90 days or does not exist. Run plinth login again.'

/** Whether a token has the form of a personal key; no other kind of token has it. */
export const isPersonalKeySecret = (token: string): boolean => SECRET.test(token)

/** Resolves the person of a key. Throws 401 for an ended key. */
export async function authenticatePersonalKey(db: Database, tokenHash: Buffer): Promise<Caller> {
  const staff = await findPersonalKeyBearer(db, tokenHash)
  if (!staff) throw new ApiError('unauthenticated', ENDED)
  return { kind: 'staff', staff, tokenHash }
}
