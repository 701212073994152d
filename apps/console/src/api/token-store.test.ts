import { describe, expect, it, vi } from 'vitest'
import { announceSignOut, storeToken, watchToken } from './token-store.ts'

/** What another tab of this browser sees of a change to the storage. */
function heardElsewhere(act: () => void): string[] {
  const listeners = { onRejected: vi.fn(), onOtherTab: vi.fn(), onSignOut: vi.fn() }
  const stop = watchToken(listeners)
  const before = new Map(Object.entries(localStorage))
  act()
  for (const [key, newValue] of Object.entries(localStorage)) {
    if (before.get(key) !== newValue)
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }
  stop()
  return Object.entries(listeners).flatMap(([name, called]) =>
    called.mock.calls.length > 0 ? [name] : [],
  )
}

describe('the token store', () => {
  it('tells other tabs that the user signed out', () => {
    expect(heardElsewhere(announceSignOut)).toEqual(['onSignOut'])
  })

  it('tells other tabs of a new token', () => {
    expect(heardElsewhere(() => storeToken('new'))).toEqual(['onOtherTab'])
  })
})
