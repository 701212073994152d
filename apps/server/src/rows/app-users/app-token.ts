import { newToken } from '../../accounts/passwords/new-token.ts'
import { type AppUser, addAppSession } from '../../foundation/callers/app-session-store.ts'
import { APP_TOKEN_PREFIX, hashToken } from '../../foundation/http/access/authenticate.ts'
import type { Queryable } from '../../foundation/platform/database.ts'

export function newAppToken(): { token: string; tokenHash: Buffer } {
  const token = `${APP_TOKEN_PREFIX}${newToken()}`
  return { token, tokenHash: hashToken(token) }
}

/** Creates a session of an app user. */
export async function openAppSession(
  on: Queryable,
  user: Omit<AppUser, 'projectId'>,
): Promise<{ token: string; expiresOn: string }> {
  const { token, tokenHash } = newAppToken()
  const expires = await addAppSession(on, { tokenHash, user })
  return { token, expiresOn: expires.toISOString() }
}
