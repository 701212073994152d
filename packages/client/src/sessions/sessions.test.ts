import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClientOptions } from '../client-options.ts'
import { createClient } from '../create-client.ts'
import { createData } from '../create-data.ts'
import { createUsers } from '../create-users.ts'
import { type LocalServer, startLocalServer } from '../testing/local-server.ts'
import { memoryStore } from './memory-store.ts'
import type { Session, SessionStore } from './session.ts'

const DAY_MS = 86_400_000
const projectId = 'prj_01h455vb4pex5vsknk084sn02q'
const account = { email: 'ada@example.com', password: 'a long password' }
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const refusal = (code: string) => ({ error: { code, message: 'No.', requestId: 'r' } })

let server: LocalServer
/** The token of the stored session; `sent` shows it as `first`. */
let first: string
let count = 0
/** Tokens that the server accepts. */
let valid: Set<string>
let onRefresh: () => void | Promise<void>
const onUnauthenticated = vi.fn()

beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.close())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
beforeEach(() => {
  server.requests.length = 0
  onUnauthenticated.mockClear()
  onRefresh = () => undefined
  count += 1
  first = `token-${count}-`
  valid = new Set([first])
  let made = 0
  server.answer = ({ path, headers }) => {
    const token = headers.authorization?.slice('Bearer '.length)
    if (path.endsWith('/sign-in') || path.endsWith('/sign-up')) {
      return { body: { token: first, expiresOn: inDays(7), user: { id: 'u1' } } }
    }
    if (token !== undefined && !valid.has(token)) {
      return { status: 401, body: refusal('unauthenticated') }
    }
    if (!path.endsWith('/refresh')) return { body: { data: [] } }
    onRefresh()
    made += 1
    valid = new Set([`refreshed-${made}`])
    return { body: { token: `refreshed-${made}`, expiresOn: inDays(7) } }
  }
})

const old = (): Session => ({
  token: first,
  table: 'people',
  userId: 'u1',
  $projectId: projectId,
  receivedOn: inDays(-4),
  expiresOn: inDays(3),
})

function appOf(session: SessionStore, options: Partial<ClientOptions> = {}) {
  const client = createClient({
    baseUrl: server.address,
    session,
    onUnauthenticated,
    warn: () => undefined,
    ...options,
  })
  return {
    client,
    users: createUsers({ client, projectId, table: 'people' }),
    notes: createData({ client, projectId }).table('notes'),
  }
}
const sent = () =>
  server.requests.map(({ path, headers }) =>
    `${path.split('/').at(-1)} ${headers.authorization}`.replace(first, 'first'),
  )

test('signing in stores the session, calls send its token, and signing out removes it', async () => {
  const store = memoryStore()
  const { users, notes } = appOf(store)
  await users.signIn(account)
  expect(store.get()).toEqual({
    token: first,
    table: 'people',
    userId: 'u1',
    $projectId: projectId,
    receivedOn: expect.any(String),
    expiresOn: expect.any(String),
  })
  await notes.getMany()
  await users.signOut()
  expect(store.get()).toBeNull()
  await notes.getMany()
  expect(sent()).toEqual([
    'sign-in undefined',
    'notes Bearer first',
    'sign-out Bearer first',
    'notes undefined',
  ])
})

describe('a session past half of its life', () => {
  test('is refreshed once for calls at the same time, which send the new token', async () => {
    const store = memoryStore(old())
    const { notes } = appOf(store)
    await Promise.all([notes.getMany(), notes.getOne('r1'), notes.getMany()])
    expect(sent().toSorted()).toEqual([
      'notes Bearer refreshed-1',
      'notes Bearer refreshed-1',
      'r1 Bearer refreshed-1',
      'refresh Bearer first',
    ])
    expect(server.requests[0]).toMatchObject({
      path: '/api/auth/people/refresh',
      query: { $projectId: projectId },
    })
    expect(store.get()?.token).toBe('refreshed-1')
    await notes.getMany()
    expect(sent()).toHaveLength(5)
  })

  test('is exchanged by one tab at a time', async () => {
    let turn: Promise<unknown> = Promise.resolve()
    const request = (_name: string, run: () => Promise<unknown>) => {
      turn = turn.then(run)
      return turn
    }
    vi.stubGlobal('navigator', { locks: { request } })
    const store = memoryStore(old())
    await Promise.all([appOf(store).notes.getMany(), appOf(store).notes.getMany()])
    expect(sent().filter((line) => line.startsWith('refresh'))).toHaveLength(1)
    expect(sent().filter((line) => line === 'notes Bearer refreshed-1')).toHaveLength(2)
  })

  test('ends if the server rejects it: the call fails, and is not sent as a guest', async () => {
    valid.clear()
    const store = memoryStore(old())
    await expect(appOf(store).notes.getMany()).rejects.toMatchObject({ status: 401 })
    expect(sent()).toEqual(['refresh Bearer first'])
    expect(store.get()).toBeNull()
    expect(onUnauthenticated).toHaveBeenCalledOnce()
  })

  test('is used as it is while it cannot be refreshed, and tried again after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const answer = server.answer
    server.answer = (heard) =>
      heard.path.endsWith('/refresh')
        ? { status: 503, body: refusal('unavailable') }
        : answer(heard)
    const store = memoryStore(old())
    const { notes } = appOf(store)
    await notes.getMany()
    await notes.getMany()
    expect(sent()).toEqual(['refresh Bearer first', 'notes Bearer first', 'notes Bearer first'])
    server.answer = answer
    vi.setSystemTime(Date.now() + 30_001)
    await notes.getMany()
    expect(sent().slice(3)).toEqual(['refresh Bearer first', 'notes Bearer refreshed-1'])
  })

  test('is not exchanged if the new token could not be stored', async () => {
    const session = old()
    const store: SessionStore = {
      get: () => session,
      set: () => {
        throw new Error('Cookies can only be modified in a Server Action or Route Handler.')
      },
    }
    await appOf(store).notes.getMany()
    expect(sent()).toEqual(['notes Bearer first'])
    valid.clear()
    await expect(appOf(store).notes.getMany()).rejects.toMatchObject({ status: 401 })
    expect(onUnauthenticated).toHaveBeenCalledOnce()
  })

  test('is exchanged once for requests to a server that arrive together', async () => {
    const stores = [memoryStore(old()), memoryStore(old())]
    await Promise.all(stores.map((store) => appOf(store).notes.getMany()))
    await appOf(memoryStore(old())).notes.getMany()
    expect(sent().filter((line) => line.startsWith('refresh'))).toHaveLength(1)
    expect(sent().filter((line) => line === 'notes Bearer refreshed-1')).toHaveLength(3)
  })

  test('is refreshed without a call, for the middleware of a server', async () => {
    const store = memoryStore(old())
    expect(await appOf(store).client.refreshSession()).toBe(true)
    expect(await appOf(store).client.refreshSession()).toBe(true)
    expect(sent()).toEqual(['refresh Bearer first'])
    store.set({ ...old(), token: 'revoked' })
    expect(await appOf(store).client.refreshSession()).toBe(false)
    expect(store.get()).toBeNull()
    expect(await appOf(store).client.refreshSession()).toBe(false)
  })

  test('stays signed out if the user signs out during the refresh', async () => {
    const store = memoryStore(old())
    onRefresh = () => store.set(null)
    await appOf(store).notes.getMany()
    expect(store.get()).toBeNull()
    expect(sent()).toEqual(['refresh Bearer first', 'notes undefined'])
  })
})

test('a call whose token was replaced on its way is sent again with the new one', async () => {
  const store = memoryStore({ ...old(), receivedOn: inDays(0), expiresOn: inDays(7) })
  const answer = server.answer
  server.answer = (heard) => {
    if (heard.headers.authorization === `Bearer ${first}`) {
      // Another tab has refreshed the session meanwhile.
      store.set({ ...old(), token: 'second', receivedOn: inDays(0), expiresOn: inDays(7) })
      valid = new Set(['second'])
    }
    return answer(heard)
  }
  await appOf(store).notes.getMany()
  expect(sent()).toEqual(['notes Bearer first', 'notes Bearer second'])
  expect(onUnauthenticated).not.toHaveBeenCalled()
})

test('a revoked session leaves the store, and the call rejects with 401', async () => {
  valid.clear()
  const store = memoryStore({ ...old(), receivedOn: inDays(0), expiresOn: inDays(7) })
  await expect(appOf(store).notes.getMany()).rejects.toMatchObject({ status: 401 })
  expect(store.get()).toBeNull()
  expect(onUnauthenticated).toHaveBeenCalledOnce()
  expect(sent()).toHaveLength(1)
})

test('signing out of a session that has ended removes it', async () => {
  valid.clear()
  const store = memoryStore({ ...old(), receivedOn: inDays(0), expiresOn: inDays(7) })
  await appOf(store).users.signOut()
  expect(store.get()).toBeNull()
})

test('signing up or in sends no stored token', async () => {
  const { users } = appOf(memoryStore(old()))
  await users.signUp({ ...account, nick: 'Ada' })
  await users.signIn(account)
  expect(sent()).toEqual(['sign-up undefined', 'sign-in undefined'])
})
