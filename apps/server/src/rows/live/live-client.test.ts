import {
  createClient,
  createData,
  createUsers,
  filter,
  type LiveState,
  memoryStore,
  type Row,
  type RowChange,
  type SessionStore,
} from '@plinth/client'
import { Configuration } from '@plinth/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { appConfiguration, newApp } from '../../app/testing/app-tables.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { newStaff, type Person } from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'

let owner: Person

beforeAll(async () => {
  owner = await newStaff()
})

/** Sends requests over real connections, counts the streams, and can cut them like a lost network. */
function createNetwork() {
  const open = new Set<AbortController>()
  const network = {
    streams: 0,
    posts: 0,
    isDown: false,
    cut() {
      for (const one of open) one.abort()
      open.clear()
    },
    fetch: (async (input: string, init: RequestInit = {}) => {
      const isLive = input.includes('/api/data/$events')
      if (isLive && network.isDown) throw new TypeError('fetch failed')
      if (!isLive) return fetch(input, init)
      if (init.method === 'POST') {
        network.posts += 1
        return fetch(input, init)
      }
      network.streams += 1
      const wire = new AbortController()
      open.add(wire)
      const signals = [wire.signal, ...(init.signal ? [init.signal] : [])]
      return fetch(input, { ...init, signal: AbortSignal.any(signals) })
    }) as typeof fetch,
  }
  return network
}

describe.each(['sqlite3', 'postgres'] as const)('on %s', (database) => {
  let projectId: string
  const ends: (() => void)[] = []

  beforeAll(async () => {
    const { tables, ...configuration } = appConfiguration(database)
    const live = tables.map((table) => (table.name === 'notes' ? { ...table, live: true } : table))
    projectId = await newApp(owner, Configuration.parse({ ...configuration, tables: live }))
    // A sync makes a table live shortly after its answer.
    await eventually(follow(await newUser()).isLive)
    for (const end of ends.splice(0)) end()
  })
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })

  /** A new user of the app, and their own client. */
  async function newUser({ session = memoryStore() }: { session?: SessionStore } = {}) {
    const network = createNetwork()
    const client = createClient({
      baseUrl: testServer().address,
      session,
      fetch: network.fetch,
      warn: () => undefined,
    })
    const users = createUsers({ client, projectId, table: 'people' })
    const account = { email: `${crypto.randomUUID()}@example.com`, password: 'a long password' }
    const { user } = await users.signUp(account)
    const notes = createData({ client, projectId }).table('notes')
    return { network, client, users, account, session, notes, id: user.id }
  }
  type User = Awaited<ReturnType<typeof newUser>>

  /** Follows notes and records what arrives. */
  function follow(user: Pick<User, 'notes'>, options: { filter?: string; id?: string } = {}) {
    const seen = {
      rows: [] as Row[][],
      changes: [] as RowChange<Row>[],
      states: [] as LiveState[],
      errors: [] as Error[],
      titles: () => seen.changes.map(({ type, row }) => (row ? `${type} ${row.title}` : type)),
      isLive: async () => seen.states.at(-1) === 'live',
    }
    const end = user.notes.subscribe(
      {
        ...options,
        onRows: (rows) => seen.rows.push(rows),
        onState: (state) => seen.states.push(state),
        onError: (error) => seen.errors.push(error),
      },
      (change) => seen.changes.push(change),
    )
    ends.push(end)
    return { ...seen, end }
  }
  const arrived = (seen: { changes: unknown[] }, count: number) =>
    eventually(async () => seen.changes.length >= count)

  test('delivers the rows, and then every change once and in order', async () => {
    const user = await newUser()
    const first = await user.notes.create({ title: 'one', author: user.id })
    await user.notes.create({ title: 'other', author: user.id })
    await user.notes.create({ title: 'one later', author: user.id })
    const seen = follow(user, { filter: filter`title ~ ${'one'}` })
    await eventually(seen.isLive)
    expect(seen.rows.map((rows) => rows.map(({ title }) => title))).toEqual([['one', 'one later']])
    await user.notes.update({ id: first.id, title: 'one more' })
    const second = await user.notes.create({ title: 'second one', author: user.id })
    await user.notes.update({ id: second.id, title: 'two' })
    await user.notes.update({ id: second.id, title: 'one again' })
    await user.notes.remove(first.id)
    await arrived(seen, 5)
    expect(seen.titles()).toEqual([
      'update one more',
      'create second one',
      'leave',
      'create one again',
      'delete',
    ])
    expect(seen.changes[3]).toMatchObject({ id: second.id, entered: true })
    expect(seen.changes[3]?.row).toEqual(await user.notes.getOne(second.id))
    const positions = seen.changes.map(({ position }) => Number(position?.split('.')[1]))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  })

  test('has one connection for all subscriptions, and ends it with the last one', async () => {
    const user = await newUser()
    const [all, some] = [follow(user), follow(user, { filter: 'title = "b"' })]
    await eventually(async () => (await all.isLive()) && some.isLive())
    const row = await user.notes.create({ title: 'a', author: user.id })
    // A change that the stream has not read yet would follow the initial rows that have it already.
    await arrived(all, 1)
    const later = follow(user, { id: row.id })
    await eventually(later.isLive)
    await user.notes.update({ id: row.id, title: 'b' })
    await eventually(async () => all.changes.length === 2 && later.changes.length === 1)
    await arrived(some, 1)
    expect(user.network).toMatchObject({ streams: 1, posts: 1 })
    later.end()
    await user.notes.update({ id: row.id, title: 'c' })
    await arrived(all, 3)
    await arrived(some, 2)
    expect(later.changes).toHaveLength(1)
    expect(some.titles()).toEqual(['create b', 'leave'])
  })

  test('delivers nothing of other users', async () => {
    const [one, other] = [await newUser(), await newUser()]
    const seen = follow(one)
    await eventually(seen.isLive)
    await other.notes.create({ title: 'secret', author: other.id })
    await one.notes.create({ title: 'mine', author: one.id })
    await arrived(seen, 1)
    expect(seen.titles()).toEqual(['create mine'])
  })

  test('misses nothing while the connection is lost, and repeats nothing', async () => {
    const user = await newUser()
    const seen = follow(user)
    await eventually(seen.isLive)
    await user.notes.create({ title: '0', author: user.id })
    await arrived(seen, 1)
    for (let round = 1; round <= 3; round += 1) {
      user.network.isDown = round === 2
      user.network.cut()
      await user.notes.create({ title: `${round}`, author: user.id })
      user.network.isDown = false
    }
    await user.notes.create({ title: '4', author: user.id })
    await arrived(seen, 5)
    expect(seen.titles()).toEqual(['0', '1', '2', '3', '4'].map((title) => `create ${title}`))
    expect(seen.rows).toHaveLength(1)
    expect(user.network.streams).toBeGreaterThan(1)
  })

  test('goes on without a gap when the session is refreshed', async () => {
    const user = await newUser()
    const seen = follow(user)
    await eventually(seen.isLive)
    const before = user.network.streams
    await user.notes.create({ title: 'before', author: user.id })
    await user.users.refresh()
    await user.notes.create({ title: 'after', author: user.id })
    await arrived(seen, 2)
    await eventually(async () => user.network.streams > before && (await seen.isLive()))
    await user.notes.create({ title: 'later', author: user.id })
    await arrived(seen, 3)
    expect(seen.titles()).toEqual(['create before', 'create after', 'create later'])
    expect([seen.rows.length, seen.errors]).toEqual([1, []])
  })

  test('starts again for the user who signs in next', async () => {
    const user = await newUser()
    const other = await newUser()
    await user.notes.create({ title: 'mine', author: user.id })
    await other.notes.create({ title: 'theirs', author: other.id })
    const seen = follow(user)
    await eventually(seen.isLive)
    await user.users.signOut()
    await user.users.signIn(other.account)
    await eventually(async () => seen.rows.at(-1)?.[0]?.title === 'theirs')
    await other.notes.create({ title: 'new', author: other.id })
    await arrived(seen, 1)
    expect(seen.titles()).toEqual(['create new'])
    expect(seen.rows.flat().map(({ title }) => title)).toEqual(['mine', 'theirs'])
  })

  test.each([
    { name: 'an invalid filter', options: { filter: 'title = ' } },
    { name: 'an unknown field', options: { filter: 'nothing = "a"' } },
  ])('ends a subscription with $name, and no other one', async ({ options }) => {
    const user = await newUser()
    const good = follow(user)
    await eventually(good.isLive)
    const bad = follow(user, options)
    await eventually(async () => bad.errors.length === 1)
    expect(bad.errors[0]).toMatchObject({ name: 'ApiError' })
    expect(bad.states.at(-1)).toBe('ended')
    await user.notes.create({ title: 'still', author: user.id })
    await arrived(good, 1)
    expect([good.errors, good.states.at(-1)]).toEqual([[], 'live'])
  })

  test('ends a subscription to a table that is not live', async () => {
    const { client } = await newUser()
    const seen = follow({ notes: createData({ client, projectId }).table('people') })
    await eventually(async () => seen.errors.length === 1)
    expect(seen.errors[0]?.message).toMatch(/live/i)
  })

  test('ends with the session', async () => {
    const user = await newUser()
    const session = await user.session.get()
    if (!session) throw new Error('nobody is signed in')
    // A client that does not notice the sign-out, like that of another device.
    const client = createClient({ baseUrl: testServer().address, token: () => session.token })
    const seen = follow({ notes: createData({ client, projectId }).table('notes') })
    await eventually(seen.isLive)
    await user.users.signOut()
    await eventually(async () => seen.errors.length === 1)
    expect(seen.errors[0]).toMatchObject({ status: 401 })
    expect(seen.states.at(-1)).toBe('ended')
  })
})
