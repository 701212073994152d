import { createHash } from 'node:crypto'
import type { Database } from '../platform/database.ts'
import { findSession } from '../platform/session-store.ts'
import type { Caller } from './call.ts'

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,128})$/

/** Tokens are stored as hashes only. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Who the Authorization header names; a token nobody knows is a guest's. */
export async function authenticate(db: Database, header: string | undefined): Promise<Caller> {
  const token = header === undefined ? undefined : BEARER.exec(header)?.[1]
  if (token === undefined) return { kind: 'guest' }
  const tokenHash = hashToken(token)
  const staff = await findSession(db, tokenHash)
  return staff ? { kind: 'staff', staff, tokenHash } : { kind: 'guest' }
}
