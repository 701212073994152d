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

/** Where each event leads from each state; the token alone decides, so the rows agree. */
export const SESSION_TABLE: Record<SessionState, Record<SessionEvent, SessionState>> = {
  loading: AFTER,
  authenticated: AFTER,
  unauthenticated: AFTER,
}

export function nextSessionState(state: SessionState, event: SessionEvent): SessionState {
  return SESSION_TABLE[state][event]
}
