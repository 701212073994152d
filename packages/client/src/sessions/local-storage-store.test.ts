import { afterEach, describe, expect, test, vi } from 'vitest'
import { localStorageStore } from './local-storage-store.ts'
import type { Session } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

const stored = (): Session => ({
  token: 'first',
  table: 'people',
  userId: 'u1',
  receivedOn: '2026-01-01T00:00:00.000Z',
  expiresOn: '2026-01-08T00:00:00.000Z',
})

describe('local storage', () => {
  /** A browser's storage and its event, for one tab. */
  function openBrowser() {
    const items = new Map<string, string>()
    const target = new EventTarget()
    vi.stubGlobal('window', target)
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    })
    const changeInOtherTab = (key: string, value: string) => {
      items.set(key, value)
      target.dispatchEvent(Object.assign(new Event('storage'), { key }))
    }
    return { items, changeInOtherTab }
  }

  test('stores a session under its key and returns the same object until it changes', () => {
    const { items } = openBrowser()
    const store = localStorageStore('app')
    expect(store.get()).toBeNull()
    store.set(stored())
    expect(JSON.parse(items.get('app') ?? '')).toMatchObject({ token: 'first' })
    expect(store.get()).toBe(store.get())
    store.set(null)
    expect(store.get()).toBeNull()
    expect(items.size).toBe(0)
  })

  test('notifies of changes here and in other tabs, until the subscription ends', () => {
    const { changeInOtherTab } = openBrowser()
    const store = localStorageStore()
    const listener = vi.fn()
    const stop = store.subscribe(listener)
    store.set(stored())
    changeInOtherTab('else', '')
    expect(listener).toHaveBeenCalledTimes(1)
    changeInOtherTab('plinth.session', JSON.stringify({ ...stored(), token: 'second' }))
    expect(listener).toHaveBeenCalledTimes(2)
    expect(store.get()?.token).toBe('second')
    stop()
    store.set(null)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  test.each(['', 'null', '{', '{"token":1}'])('treats %j as signed out', (text) => {
    const { items } = openBrowser()
    items.set('plinth.session', text)
    expect(localStorageStore().get()).toBeNull()
  })

  test('holds the session in memory where the user blocks storage', () => {
    vi.stubGlobal('window', new EventTarget())
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
    Object.defineProperty(globalThis, 'localStorage', { get, configurable: true })
    const store = localStorageStore()
    store.set(stored())
    expect(store.get()?.token).toBe('first')
    expect(store.get()).toBe(store.get())
    store.set(null)
    expect(store.get()).toBeNull()
    Reflect.deleteProperty(globalThis, 'localStorage')
    if (before) Object.defineProperty(globalThis, 'localStorage', before)
  })

  test('is empty on a server, where nothing can be stored', () => {
    const store = localStorageStore()
    expect(store.get()).toBeNull()
    expect(() => store.set(stored())).toThrow('There is no local storage here')
  })
})
