import { KEY_PREFIX } from '@plinth/contract'
import type { ApiKeys } from '../../callers/api-keys.ts'
import type { Caller } from '../calls/call.ts'
import { Refusal } from '../errors/refusal.ts'

const SECRET = new RegExp(`^${KEY_PREFIX}[A-Za-z0-9_-]{43}$`)

/** Whether a token is meant as a key; no other kind of token looks like one. */
export const isKeySecret = (token: string): boolean => SECRET.test(token)

/** The caller behind a key. A key that is none is refused: a program must not go on as a guest unawares. */
export async function authenticateKey(
  { apiKeys }: { apiKeys: ApiKeys },
  tokenHash: Buffer,
): Promise<Caller> {
  const key = await apiKeys.find(tokenHash)
  if (!key) throw new Refusal('unauthenticated', 'This key was revoked, has expired or is none.')
  return { kind: 'key', key, tokenHash }
}
