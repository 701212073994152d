import type { Client } from '../create-client.ts'
import type { Scope } from '../protocol/wire-types.ts'

/** How often a page that makes no other calls looks whether its session is to be refreshed. */
const CHECK_MS = 20_000

interface Identity {
  /** Equal for sessions that may see the same rows. */
  identity: string
  token: string | null
}

/** The user that the next call is made for; refreshes a session that is due. */
export async function identityOf(client: Client): Promise<Identity> {
  const token = await client.fetchToken()
  const session = await client.session?.get()
  if (session) return { identity: JSON.stringify([session.table, session.userId]), token }
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

interface Watching {
  /** The session may have changed or may be due. */
  onCheck: () => void
  /** The network has changed. */
  onWake: () => void
}

/** Watches the session and the network. Returns the function that ends it. */
export function watchIdentity({ session }: Client, { onCheck, onWake }: Watching): () => void {
  const timer = setInterval(onCheck, CHECK_MS)
  const unsubscribe =
    session && 'subscribe' in session && typeof session.subscribe === 'function'
      ? (session.subscribe as (listener: () => void) => () => void)(onCheck)
      : undefined
  const page = typeof window === 'undefined' ? undefined : window
  page?.addEventListener('online', onWake)
  page?.document.addEventListener('visibilitychange', onCheck)
  return () => {
    clearInterval(timer)
    unsubscribe?.()
    page?.removeEventListener('online', onWake)
    page?.document.removeEventListener('visibilitychange', onCheck)
  }
}
