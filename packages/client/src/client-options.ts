import type { ApiError } from './api-error.ts'
import type { SessionStore } from './sessions/session.ts'

/** The visitor that the server of an app calls for. */
export interface Visitor {
  /** One IPv4 or IPv6 address. */
  address: string
  /** An API key that may name visitors' addresses; it belongs on a server only. */
  serverKey: string
}

/** Server address and credentials of a client. */
export interface ClientOptions {
  /** Origin of the server; empty for the page's own. */
  baseUrl: string
  /** Reads a token that the app stores itself, such as an API key on a server. */
  token?: () => string | null | Promise<string | null>
  /** Stores the session of an app user instead; the client refreshes it before it expires. */
  session?: SessionStore
  /** Names the visitor on the server of an app, so that limits count each visitor instead of that server. */
  visitor?: Visitor | undefined
  /** Called when the server rejects the token; a stored session has been removed by then. */
  onUnauthenticated?: () => void
  /** Called with the error response of a call, before the call rejects with it. */
  onError?: (error: ApiError) => void
  /** Called when a request is sent without a token; defaults to the browser console. */
  warn?: (message: string) => void
  /** Request timeout in milliseconds; no timeout by default. */
  timeout?: number
  /**
   * How often a call is repeated after a lost connection or a 429, 502 or 503 answer; 2 by default. Only reads and
   * writes with an Idempotency-Key are repeated.
   */
  retries?: number
  /** Replaces the browser's and Node's way to send requests, for example with the `fetch` of a framework. */
  fetch?: typeof fetch
}
