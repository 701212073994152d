import { createHmac } from 'node:crypto'
import { newToken } from '../../accounts/passwords/new-token.ts'
import { type AppUser, addAppSession } from '../../foundation/callers/app-session-store.ts'
import { APP_TOKEN_PREFIX, hashToken } from '../../foundation/http/access/authenticate.ts'
import type { Queryable } from '../../foundation/platform/database.ts'

/** The token that an exchange replaces another one with; who does not know the old one cannot derive it. */
export function deriveAppToken(old: string, salt: Buffer): string {
  return APP_TOKEN_PREFIX + createHmac('sha256', salt).update(old).digest('base64url')
}

/** Creates a session of an app user. */
export async function openAppSession(
  on: Queryable,
  user: Omit<AppUser, 'projectId'>,
): Promise<{ token: string; expiresOn: string }> {
  const token = `${APP_TOKEN_PREFIX}${newToken()}`
  const expires = await addAppSession(on, { tokenHash: hashToken(token), user })
  return { token, expiresOn: expires.toISOString() }
}
