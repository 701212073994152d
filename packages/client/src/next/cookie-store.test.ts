import { expect, test, vi } from 'vitest'
import type { Session } from '../sessions/session.ts'
import { type Cookies, cookieStore } from './cookie-store.ts'

const session: Session = {
  token: 'plu_1',
  table: 'users',
  userId: 'u1',
  receivedOn: '2026-01-01T00:00:00.000Z',
  expiresOn: '2026-01-08T00:00:00.000Z',
}

function jar(name?: string) {
  const values = new Map<string, string>()
  if (name) values.set(name, JSON.stringify(session))
  const set = vi.fn<Cookies['set']>(({ name: key, value }) => void values.set(key, value))
  const get = (key: string) => {
    const value = values.get(key)
    return value === undefined ? undefined : { value }
  }
  return { get, set } satisfies Cookies
}

test('reads the session of a request', () => {
  expect(cookieStore(jar('plinth-session')).get()).toEqual(session)
  expect(cookieStore(jar('other'), { name: 'other' }).get()).toEqual(session)
  expect(cookieStore(jar()).get()).toBeNull()
})

test('sets a cookie that scripts cannot read and that expires with the token', () => {
  const cookies = jar()
  const store = cookieStore(cookies)
  store.set(session)
  expect(cookies.set).toHaveBeenCalledExactlyOnceWith({
    name: 'plinth-session',
    value: JSON.stringify(session),
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    path: '/',
    expires: new Date(session.expiresOn),
  })
  expect(store.get()).toEqual(session)
})

test('signing out expires the cookie', () => {
  const cookies = jar('plinth-session')
  const store = cookieStore(cookies, { secure: false, sameSite: 'strict' })
  store.set(null)
  expect(cookies.set).toHaveBeenCalledExactlyOnceWith({
    name: 'plinth-session',
    value: '',
    httpOnly: true,
    secure: false,
    sameSite: 'strict',
    path: '/',
    expires: new Date(0),
  })
  expect(store.get()).toBeNull()
})

test('copies a changed session to the answer of the middleware, and nothing else', () => {
  const answer = jar()
  const store = cookieStore(jar('plinth-session'))
  store.copyTo(answer)
  expect(answer.set).not.toHaveBeenCalled()
  store.set({ ...session, token: 'plu_2' })
  store.copyTo(answer)
  expect(answer.set).toHaveBeenCalledOnce()
  expect(cookieStore(answer).get()?.token).toBe('plu_2')
})

test('keeps the session unchanged where cookies cannot be set', () => {
  const cookies = jar('plinth-session')
  cookies.set.mockImplementation(() => {
    throw new Error('Cookies can only be modified in a Server Action or Route Handler.')
  })
  const store = cookieStore(cookies)
  expect(() => store.set(null)).toThrow('Cookies can only be modified')
  expect(store.get()).toEqual(session)
})
