import { parseSession, type Session, type SessionStore } from '../sessions/session.ts'

interface SetCookie {
  name: string
  value: string
  httpOnly: boolean
  secure: boolean
  sameSite: 'lax' | 'strict'
  path: string
  expires: Date
}

/** The cookies of a request or an answer, as Next has them: `await cookies()`, `request.cookies`, `response.cookies`. */
export interface Cookies {
  get(name: string): { value: string } | undefined
  set(cookie: SetCookie): unknown
}

export interface CookieStoreOptions {
  /** Name of the cookie; `plinth-session` by default. */
  name?: string
  /** Off for development without TLS; the browser itself accepts secure cookies from `localhost`. */
  secure?: boolean
  sameSite?: 'lax' | 'strict'
}

/** A session in the cookies of the app's own server. */
export interface CookieStore extends SessionStore {
  get(): Session | null
  set(session: Session | null): void
  /** Writes a session that has changed into other cookies, such as those of the middleware's answer. */
  copyTo(cookies: Cookies): void
}

/**
 * Stores the session in a cookie that scripts in the page cannot read. Where Next forbids setting cookies (server
 * components), the session is read and not refreshed.
 */
export function cookieStore(cookies: Cookies, options: CookieStoreOptions = {}): CookieStore {
  const { name = 'plinth-session', secure = true, sameSite = 'lax' } = options
  let changed: { session: Session | null } | undefined

  function write(target: Cookies, session: Session | null) {
    const expires = session ? new Date(session.expiresOn) : new Date(0)
    const value = session ? JSON.stringify(session) : ''
    target.set({ name, value, httpOnly: true, secure, sameSite, path: '/', expires })
  }

  return {
    get: () => (changed ? changed.session : parseSession(cookies.get(name)?.value)),
    set(session) {
      write(cookies, session)
      changed = { session }
    },
    copyTo(other) {
      if (changed) write(other, changed.session)
    },
  }
}
