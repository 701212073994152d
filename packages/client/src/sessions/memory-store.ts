import type { LocalSessionStore, Session } from './session.ts'

/** A store that lasts as long as the process or page. On a server, make one per user. */
export function memoryStore(session: Session | null = null): LocalSessionStore {
  const listeners = new Set<() => void>()
  let current = session
  return {
    get: () => current,
    set(next) {
      current = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
