import { KEY_PREFIX } from '@plinth/contract'
import type { ApiKeys } from '../../callers/api-keys.ts'
import type { Caller } from '../calls/call.ts'
import { ApiError } from '../errors/api-error.ts'

const SECRET = new RegExp(`^${KEY_PREFIX}[A-Za-z0-9_-]{43}$`)

/** Whether a token has the form of an API key; no other kind of token has it. */
export const isKeySecret = (token: string): boolean => SECRET.test(token)

/** Resolves the caller of a key. Throws 401 for an invalid key: a program must not continue as a guest unawares. */
export async function authenticateKey(
  { apiKeys }: { apiKeys: ApiKeys },
  tokenHash: Buffer,
): Promise<Caller> {
  const key = await apiKeys.find(tokenHash)
  if (!key)
    throw new ApiError('unauthenticated', 'This key was revoked, has expired or does not exist.')
  return { kind: 'key', key, tokenHash }
}
