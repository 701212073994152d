import { type LocalSessionStore, parseSession, type Session } from './session.ts'

const isBrowser = () => typeof window !== 'undefined'

/** Undefined if the user blocks storage: reading `localStorage` throws then. */
function openStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/**
 * A store in the browser's local storage, shared by all tabs of the origin. Where storage is blocked, the session lasts
 * until the page is left. Without a browser it is empty, so that pages can be rendered on a server as for a guest.
 */
export function localStorageStore(key = 'plinth.session'): LocalSessionStore {
  const listeners = new Set<() => void>()
  let seen: { text: string | null; session: Session | null } = { text: null, session: null }
  let blocked: string | null = null
  const notify = () => {
    for (const listener of listeners) listener()
  }
  // A null key is `localStorage.clear()`.
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) notify()
  }
  return {
    get() {
      if (!isBrowser()) return null
      const storage = openStorage()
      const text = storage ? storage.getItem(key) : blocked
      if (text !== seen.text) seen = { text, session: parseSession(text) }
      return seen.session
    },
    set(session) {
      if (!isBrowser()) throw new Error('There is no local storage here: use another store.')
      const storage = openStorage()
      const text = session && JSON.stringify(session)
      if (!storage) blocked = text
      else if (text === null) storage.removeItem(key)
      else storage.setItem(key, text)
      notify()
    },
    subscribe(listener) {
      if (listeners.size === 0 && isBrowser()) window.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && isBrowser()) window.removeEventListener('storage', onStorage)
      }
    },
  }
}
