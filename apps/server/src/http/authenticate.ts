import { hash } from 'node:crypto'
import type { Context } from '../context.ts'
import { findSession } from '../platform/session-store.ts'
import { authenticateKey, isKeySecret } from './authenticate-key.ts'
import type { Caller } from './call.ts'

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,128})$/

/** What an app user's token begins with; staff's are shorter, so none of them can look like one. */
export const APP_TOKEN_PREFIX = 'plu_'
const APP_TOKEN = new RegExp(`^${APP_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)

/** Tokens are stored as hashes only. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

type Known = Pick<Context, 'appSessions'>

const tokenIn = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : BEARER.exec(header)?.[1]

/** Who the Authorization header names, where nothing has to be asked for it. */
export function recognise({ appSessions }: Known, header: string | undefined): Caller | undefined {
  const token = tokenIn(header)
  if (token === undefined) return { kind: 'guest' }
  if (!APP_TOKEN.test(token)) return undefined
  const tokenHash = hashToken(token)
  const user = appSessions.peek(tokenHash)
  return user && { kind: 'user', user, tokenHash }
}

/** Who the Authorization header names; a token nobody knows is a guest's. */
export async function authenticate(
  { db, appSessions, apiKeys }: Known & Pick<Context, 'db' | 'apiKeys'>,
  header: string | undefined,
): Promise<Caller> {
  const token = tokenIn(header)
  if (token === undefined) return { kind: 'guest' }
  const tokenHash = hashToken(token)
  if (isKeySecret(token)) return authenticateKey({ apiKeys }, tokenHash)
  if (APP_TOKEN.test(token)) {
    const user = await appSessions.find(tokenHash)
    return user ? { kind: 'user', user, tokenHash } : { kind: 'guest' }
  }
  const staff = await findSession(db, tokenHash)
  return staff ? { kind: 'staff', staff, tokenHash } : { kind: 'guest' }
}
