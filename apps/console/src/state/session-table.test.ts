import { describe, expect, it } from 'vitest'
import {
  FIRST_SESSION_STATE,
  nextSessionState,
  SESSION_TABLE,
  type SessionEvent,
  type SessionState,
} from './session-table.ts'

const EXPECTED: [SessionState, SessionEvent, SessionState][] = [
  ['loading', 'tokenFound', 'authenticated'],
  ['loading', 'tokenMissing', 'unauthenticated'],
  ['loading', 'signedIn', 'authenticated'],
  ['loading', 'signedOut', 'unauthenticated'],
  ['loading', 'tokenRejected', 'unauthenticated'],
  ['authenticated', 'tokenFound', 'authenticated'],
  ['authenticated', 'tokenMissing', 'unauthenticated'],
  ['authenticated', 'signedIn', 'authenticated'],
  ['authenticated', 'signedOut', 'unauthenticated'],
  ['authenticated', 'tokenRejected', 'unauthenticated'],
  ['unauthenticated', 'tokenFound', 'authenticated'],
  ['unauthenticated', 'tokenMissing', 'unauthenticated'],
  ['unauthenticated', 'signedIn', 'authenticated'],
  ['unauthenticated', 'signedOut', 'unauthenticated'],
  ['unauthenticated', 'tokenRejected', 'unauthenticated'],
]

describe('the session', () => {
  it('starts as loading', () => {
    expect(FIRST_SESSION_STATE).toBe('loading')
  })

  it.each(EXPECTED)('%s, %s → %s', (state, event, next) => {
    expect(nextSessionState(state, event)).toBe(next)
  })

  it('has no other transitions', () => {
    const listed = Object.values(SESSION_TABLE).flatMap((row) => Object.keys(row))
    expect(listed).toHaveLength(EXPECTED.length)
  })

  it('never returns to loading', () => {
    const targets = Object.values(SESSION_TABLE).flatMap((row) => Object.values(row))
    expect(targets).not.toContain('loading')
  })
})
