import { hash } from 'node:crypto'
import type { ApiKeys } from '../../callers/api-keys.ts'
import { findReplacedSession, type TokenHashes } from '../../callers/app-session-store.ts'
import type { AppSessions } from '../../callers/app-sessions.ts'
import { findSession } from '../../callers/session-store.ts'
import type { Database } from '../../platform/database.ts'
import type { Caller } from '../calls/call.ts'
import { ApiError } from '../errors/api-error.ts'
import { authenticateKey, isKeySecret } from './authenticate-key.ts'
import { authenticatePersonalKey, isPersonalKeySecret } from './authenticate-personal-key.ts'

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,128})$/

/** Prefix of app users' tokens. Staff tokens are shorter, so that none has this form. */
export const APP_TOKEN_PREFIX = 'plu_'
const SESSION_ENDED = 'This session has expired or was ended. Sign in again.'
const APP_TOKEN = new RegExp(`^${APP_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)

/** All tokens of a session begin with this many characters after the prefix; the others are secret to one token. */
const FAMILY_LENGTH = 21

/** The beginning that all tokens of an app user's session share. */
export function familyOf(token: string): string {
  return token.slice(0, APP_TOKEN_PREFIX.length + FAMILY_LENGTH)
}

/** Tokens are stored as hashes only. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The hashes by which the session of an app user's token is found. */
export function hashAppToken(token: string): TokenHashes {
  return { tokenHash: hashToken(token), familyHash: hashToken(familyOf(token)) }
}

/** Caches hashes of app users' tokens: hashing is the largest cost of recognising a known caller. */
const hashed = new Map<string, { readonly tokenHash: Buffer; readonly name: string }>()
const MAX_HASHED = 10_000
const HASHED_MS = 5_000

/** The hash of the app user's token in a header; tokens are cached for a few seconds only. */
function hashOfUser(header: string) {
  const cached = hashed.get(header)
  if (cached) return cached
  const token = bearerIn(header)
  if (token === undefined || !APP_TOKEN.test(token)) return undefined
  const tokenHash = hashToken(token)
  const made = { tokenHash, name: tokenHash.toString('hex') }
  if (hashed.size >= MAX_HASHED) hashed.clear()
  if (hashed.size === 0) setTimeout(() => hashed.clear(), HASHED_MS).unref()
  hashed.set(header, made)
  return made
}

interface Known {
  appSessions: AppSessions
}

/** The token of an Authorization header. */
export function bearerIn(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? BEARER.exec(header)?.[1] : undefined
}

/** Resolves the caller from cache; undefined if a database lookup is needed. */
export function recognise({ appSessions }: Known, header: string | undefined): Caller | undefined {
  if (header === undefined) return { kind: 'guest' }
  const known = hashOfUser(header)
  if (!known) return bearerIn(header) === undefined ? { kind: 'guest' } : undefined
  const user = appSessions.peek(known.name)
  return user && { kind: 'user', user, tokenHash: known.tokenHash }
}

const findReplaced = (db: Database, token: string) =>
  findReplacedSession(db, hashAppToken(token).familyHash)

/**
 * Resolves the caller of an Authorization header. Throws 401 for a key or a token of an app user that has ended: an app
 * must not continue as a guest unawares. Any other unknown token counts as a guest. `takesReplaced` also accepts a token
 * that an exchange of its session has replaced.
 */
export async function authenticate(
  { db, appSessions, apiKeys }: Known & { db: Database; apiKeys: ApiKeys },
  header: string | undefined,
  { takesReplaced = false } = {},
): Promise<Caller> {
  const token = bearerIn(header)
  if (token === undefined) return { kind: 'guest' }
  const tokenHash = hashToken(token)
  if (isKeySecret(token)) return authenticateKey({ apiKeys }, tokenHash)
  if (APP_TOKEN.test(token)) {
    const known = await appSessions.find(tokenHash)
    const user = known ?? (takesReplaced ? await findReplaced(db, token) : undefined)
    if (!user) throw new ApiError('unauthenticated', SESSION_ENDED)
    return { kind: 'user', user, tokenHash }
  }
  if (isPersonalKeySecret(token)) return authenticatePersonalKey(db, tokenHash)
  const staff = await findSession(db, tokenHash)
  return staff ? { kind: 'staff', staff, tokenHash } : { kind: 'guest' }
}
