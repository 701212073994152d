import type { Client } from '../create-client.ts'
import type { Scope } from '../protocol/wire-types.ts'
import type { Session } from '../sessions/session.ts'

/** How often a page that makes no other calls checks whether its session has to be refreshed. */
const CHECK_MS = 20_000

interface Identity {
  /** Equal for sessions that may see the same rows. */
  identity: string
  token: string | null
}

const ofSession = ({ table, userId }: Session) => JSON.stringify([table, userId])

/** The user that the next call is made for; refreshes a session that is due. */
export async function identityOf(client: Client): Promise<Identity> {
  const token = await client.fetchToken()
  const session = await client.session?.get()
  if (session) return { identity: ofSession(session), token }
  return { identity: token === null ? 'guest' : `token ${token}`, token }
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The name under which tabs share a stream; undefined where they cannot, as in Node and on pages without TLS. */
export async function shareName(
  { baseUrl }: Client,
  { $projectId, $environment }: Scope,
  identity: string,
): Promise<string | undefined> {
  const isPage = typeof window !== 'undefined' && typeof BroadcastChannel !== 'undefined'
  if (!isPage || !navigator.locks || !crypto.subtle) return undefined
  return `plinth.live.${await digest(JSON.stringify([baseUrl, $projectId, $environment, identity]))}`
}

interface UserListener {
  /** The first user, or another one. */
  onUser: (identity: string) => Promise<void>
  /** The user of the stored session is not that of the stream any more; `onUser` follows. */
  onLeft: () => void
  /** The token of the same user, which may have been refreshed. */
  onToken: (token: string | null) => void
  /** The network is back or has changed. */
  onWake: () => void
  onOffline: () => void
}

/** Follows who uses the client, and keeps the session fresh. Returns the function that ends it. */
export function followUser(client: Client, on: UserListener): () => void {
  let identity: string | undefined
  let isOver = false
  let turn = Promise.resolve()
  const check = async () => {
    const now = await identityOf(client)
    if (isOver) return
    if (now.identity === identity) return on.onToken(now.token)
    identity = now.identity
    await on.onUser(identity)
  }
  const checkInTurn = () => {
    turn = turn.then(check).catch(() => {})
  }
  const { session } = client
  const onSession = () => {
    const now = session?.get()
    // A store that answers at once, so that no row of the former user is passed on meanwhile.
    const isAnother = now === null || (now && !('then' in now) && ofSession(now) !== identity)
    if (identity !== undefined && isAnother) {
      identity = undefined
      on.onLeft()
    }
    checkInTurn()
  }
  const canSubscribe = session && 'subscribe' in session && typeof session.subscribe === 'function'
  const unsubscribe = canSubscribe
    ? (session.subscribe as (listener: () => void) => () => void)(onSession)
    : undefined
  const timer = setInterval(checkInTurn, CHECK_MS)
  const page = typeof window === 'undefined' ? undefined : window
  page?.addEventListener('online', on.onWake)
  page?.addEventListener('offline', on.onOffline)
  page?.document.addEventListener('visibilitychange', checkInTurn)
  checkInTurn()
  return () => {
    isOver = true
    clearInterval(timer)
    unsubscribe?.()
    page?.removeEventListener('online', on.onWake)
    page?.removeEventListener('offline', on.onOffline)
    page?.document.removeEventListener('visibilitychange', checkInTurn)
  }
}
