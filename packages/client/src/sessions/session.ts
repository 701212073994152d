import type { Scope } from '../protocol/wire-types.ts'

type MaybePromise<Value> = Value | Promise<Value>

/** The stored session of an app user. */
export interface Session extends Scope {
  token: string
  expiresOn: string
  /** When the token was received, by the client's clock. */
  receivedOn: string
  /** Auth table of the user. */
  table: string
  userId: string
  /** The member of staff who acts as the user. Such a session ends soon, and is not refreshed. */
  actor?: string
}

/** Where a client stores its session. */
export interface SessionStore {
  get(): MaybePromise<Session | null>
  /** Throws if nothing can be stored at the moment; then the session is not refreshed. */
  set(session: Session | null): MaybePromise<void>
}

/** A store that answers at once and reports changes, such as {@link memoryStore}. */
export interface LocalSessionStore extends SessionStore {
  /** The same object until the session changes. */
  get(): Session | null
  set(session: Session | null): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

/** Reads a stored text; null for anything but a session. */
export function parseSession(text: string | null | undefined): Session | null {
  if (!text) return null
  try {
    const value = JSON.parse(text) as Partial<Session> | null
    return typeof value?.token === 'string' && typeof value.table === 'string'
      ? (value as Session)
      : null
  } catch {
    return null
  }
}
