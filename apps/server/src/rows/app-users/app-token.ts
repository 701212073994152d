import { createHmac } from 'node:crypto'
import { newToken } from '../../accounts/passwords/new-token.ts'
import { type AppUser, addAppSession } from '../../foundation/callers/app-session-store.ts'
import {
  APP_TOKEN_PREFIX,
  familyOf,
  hashAppToken,
} from '../../foundation/http/access/authenticate.ts'
import type { Queryable } from '../../foundation/platform/database.ts'

/** 132 bits. */
const SECRET_LENGTH = 22

/** The token that an exchange replaces another one with; who does not know the old one cannot derive it. */
export function deriveAppToken(old: string, salt: Buffer): string {
  const secret = createHmac('sha256', salt).update(old).digest('base64url')
  return familyOf(old) + secret.slice(0, SECRET_LENGTH)
}

/** Creates a session of an app user. */
export async function openAppSession(
  on: Queryable,
  user: Omit<AppUser, 'projectId'>,
): Promise<{ token: string; expiresOn: string }> {
  const token = `${APP_TOKEN_PREFIX}${newToken()}`
  const expires = await addAppSession(on, { ...hashAppToken(token), user })
  return { token, expiresOn: expires.toISOString() }
}
