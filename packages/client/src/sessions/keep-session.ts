import { ApiError } from '../api-error.ts'
import type { AppToken } from '../protocol/wire-types.ts'
import type { Session, SessionStore } from './session.ts'

/** A failed refresh is not tried again for this long; the token itself is still valid. */
const PAUSE_MS = 30_000

interface Keeping {
  store: SessionStore
  /** Exchanges the token of a session. */
  refresh: (session: Session) => Promise<AppToken>
  /** Called after the session has ended and left the store. */
  onEnded: () => void
}

/** The token of a stored session, refreshed before it expires. */
export interface SessionKeeper {
  /** The token for the next call; null if nobody is signed in. Rejects with 401 if the session has ended. */
  token(): Promise<string | null>
  /** A newer token than the one that the server rejected; null if the session has ended. */
  tokenAfter(rejected: string): Promise<string | null>
}

/** Tabs of one origin share a session, so only one of them may exchange its token at a time. */
function inTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  return locks ? (locks.request(name, run) as Promise<T>) : run()
}

/**
 * Recent exchanges by the token they replaced. A page sends several requests at once to its own server, where each has a
 * store of its own; the second exchange of a token would be rejected and end the session.
 */
const exchanges = new Map<string, { startedAt: number; answer: Promise<AppToken> }>()
const EXCHANGE_TTL_MS = 10_000

function exchangeOnce(session: Session, refresh: Keeping['refresh']): Promise<AppToken> {
  const now = Date.now()
  for (const [token, { startedAt }] of exchanges) {
    if (now - startedAt > EXCHANGE_TTL_MS) exchanges.delete(token)
  }
  const known = exchanges.get(session.token)
  if (known) return known.answer
  const answer = refresh(session)
  exchanges.set(session.token, { startedAt: now, answer })
  answer.catch(() => exchanges.delete(session.token))
  return answer
}

export function keepSession({ store, refresh, onEnded }: Keeping): SessionKeeper {
  let running: Promise<Session | null> | undefined
  let pausedUntil = 0

  /** Half of the token's life has passed. */
  const isDue = ({ receivedOn, expiresOn, actor }: Session) => {
    if (actor !== undefined) return false
    const half = (Date.parse(receivedOn) + Date.parse(expiresOn)) / 2
    return Date.now() > Math.max(half, pausedUntil)
  }

  const holds = async (token: string) => (await store.get())?.token === token

  /** False if the store cannot be written at the moment, like cookies in a server component. */
  async function tryToStore(session: Session | null): Promise<boolean> {
    try {
      await store.set(session)
      return true
    } catch {
      return false
    }
  }

  async function end({ token }: Session) {
    if (!(await holds(token))) return
    await tryToStore(null)
    onEnded()
  }

  async function exchange(): Promise<Session | null> {
    const current = await store.get()
    // Another tab may have refreshed it meanwhile.
    if (!current || !isDue(current)) return current
    // The old token ends with the exchange, so a new one that could not be stored would end the session.
    if (!(await tryToStore(current))) return current
    try {
      const { token, expiresOn } = await exchangeOnce(current, refresh)
      // Signed out, or signed in again, while the answer was on its way.
      if (!(await holds(current.token))) return store.get()
      const next = { ...current, token, expiresOn, receivedOn: new Date().toISOString() }
      await store.set(next)
      return next
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        // Browsers have no locks on pages without TLS: another tab may have been faster.
        if (!(await holds(current.token))) return store.get()
        await end(current)
        throw error
      }
      pausedUntil = Date.now() + PAUSE_MS
      return current
    }
  }

  function refreshed(): Promise<Session | null> {
    running ??= inTurn('plinth.session', exchange).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    async token() {
      const session = running ? await running : await store.get()
      if (!session) return null
      return isDue(session) ? ((await refreshed())?.token ?? null) : session.token
    },
    async tokenAfter(rejected) {
      await running?.catch(() => undefined)
      const session = await store.get()
      if (session && session.token !== rejected) return session.token
      if (!session) return null
      if (pausedUntil <= Date.now()) {
        await end(session)
        return null
      }
      // The answer of the last exchange was lost, but the server has replaced the token; it repeats its answer.
      pausedUntil = 0
      const next = await refreshed().catch(() => null)
      return next && next.token !== rejected ? next.token : null
    },
  }
}
