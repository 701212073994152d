import { useSyncExternalStore } from 'react'
import type { LocalSessionStore, Session } from '../sessions/session.ts'

const nobody = () => null

/** The stored session, or null; renders again when the user signs in or out, in another tab too. */
export function useSession(store: LocalSessionStore): Session | null {
  return useSyncExternalStore(store.subscribe, store.get, nobody)
}
