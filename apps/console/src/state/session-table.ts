export type SessionState = 'loading' | 'authenticated' | 'unauthenticated'
export type SessionEvent =
  | 'tokenFound'
  | 'tokenMissing'
  | 'signedIn'
  | 'signedOut'
  | 'tokenRejected'

export const FIRST_SESSION_STATE: SessionState = 'loading'

const AFTER: Record<SessionEvent, SessionState> = {
  tokenFound: 'authenticated',
  tokenMissing: 'unauthenticated',
  signedIn: 'authenticated',
  signedOut: 'unauthenticated',
  tokenRejected: 'unauthenticated',
}

/** The next state for each state and event. It depends on the token only, so all rows are equal. */
export const SESSION_TABLE: Record<SessionState, Record<SessionEvent, SessionState>> = {
  loading: AFTER,
  authenticated: AFTER,
  unauthenticated: AFTER,
}

export function nextSessionState(state: SessionState, event: SessionEvent): SessionState {
  return SESSION_TABLE[state][event]
}
