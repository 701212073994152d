import { signOut as signOutCall } from '@plinth/contract'
import { createContext, type ReactNode, use, useEffect, useMemo, useReducer } from 'react'
import { client } from '../api/client.ts'
import { logFailure } from '../api/log-failure.ts'
import { queryClient } from '../api/query-client.ts'
import { cancelProof } from '../api/recent-proof.ts'
import {
  announceSignOut,
  clearToken,
  readToken,
  storeToken,
  watchToken,
} from '../api/token-store.ts'
import { FIRST_SESSION_STATE, nextSessionState, type SessionState } from './session-table.ts'
import { clearUnsaved, listUnsaved, signOutQuestion } from './unsaved/unsaved-changes.ts'

export interface Session {
  state: SessionState
  signIn: (token: string) => void
  /** Signs out; asks first if changes are unsaved. */
  signOut: () => void
  /** Signs out and discards unsaved changes. */
  signOutNow: () => void
}

const SessionContext = createContext<Session | null>(null)

function forgetEverything() {
  clearToken()
  queryClient.cancelQueries()
  queryClient.clear()
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, send] = useReducer(nextSessionState, FIRST_SESSION_STATE)

  useEffect(() => {
    const check = () => send(readToken() === null ? 'tokenMissing' : 'tokenFound')
    const onRejected = () => {
      forgetEverything()
      send('tokenRejected')
    }
    check()
    return watchToken({ onRejected, onOtherTab: check, onSignOut: clearUnsaved })
  }, [])

  useEffect(() => {
    if (state === 'unauthenticated') cancelProof()
  }, [state])

  const session = useMemo<Session>(() => {
    const signOutNow = () => {
      signOutQuestion.set(undefined)
      // The call reads the token before it is removed; its answer is not awaited.
      client.call(signOutCall).catch((error) => logFailure('Sign out', error))
      clearUnsaved()
      announceSignOut()
      forgetEverything()
      send('signedOut')
    }
    return {
      state,
      signIn(token) {
        storeToken(token)
        send('signedIn')
      },
      signOut() {
        const unsaved = listUnsaved()
        if (unsaved.length === 0) signOutNow()
        else signOutQuestion.set(unsaved)
      },
      signOutNow,
    }
  }, [state])

  return <SessionContext value={session}>{children}</SessionContext>
}

/** The session of this browser. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('useSession must be used within the SessionProvider')
  return session
}
