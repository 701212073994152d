import { describe, expect, test } from 'vitest'
import { livePlace } from './testing/live-place.ts'

const LARGE = { text: 'x'.repeat(40_000) }
const BATCH = 200
const ROLE = 'level = @request.auth.role'
const PAPERS = {
  id: 'papers',
  name: 'paper',
  live: true,
  rules: { create: 'true', update: 'true', delete: 'true', list: ROLE, view: ROLE },
  columns: [
    { id: 'p_level', name: 'level', type: 'text' },
    { id: 'p_body', name: 'body', type: 'text', options: { max: 100_000 } },
  ],
}

describe.each(['sqlite3', 'postgres'] as const)('initial rows of %s', (database) => {
  test('no event has an id before all of them were sent, so that a reconnect sends them again', async () => {
    const place = await livePlace(database)
    const { token } = await place.newUser()
    // More than the buffers of a connection hold.
    for (let batch = 0; batch < 4; batch += 1)
      await place.add(Array.from({ length: BATCH }, () => ({ status: 'public', more: LARGE })))
    const subscriptions = [
      { id: 'changes', table: 'note', filter: 'title = "new"' },
      { id: 'rows', table: 'note', rows: true },
    ]
    const stream = await place.open({ token, subscriptions })
    const first = await stream.until(({ event }) => event === 'rows')
    const { id: changed } = await place.create({ status: 'public', title: 'new' })
    const isSent = ({ event, data }: { event: string; data: { subscription?: string } }) =>
      event === 'subscribed' && data.subscription === 'rows'
    const sent = [...first, ...(await stream.until(isSent))]
    const change = sent.find(({ event }) => event === 'change')
    expect(change?.data).toMatchObject({ id: changed, subscriptions: ['changes'] })
    expect(sent.filter(({ id }) => id !== undefined)).toEqual([])
    const { id } = await place.create({ status: 'public', title: 'after' })
    const after = await stream.until(({ data }) => data.id === id)
    const last = after.at(-1)?.id
    expect(last).toBeDefined()
    stream.close()
    const resumed = await place.open({
      token,
      subscriptions,
      headers: { 'last-event-id': String(last) },
    })
    expect((await resumed.until(isSent)).map(({ event }) => event)).not.toContain('rows')
    resumed.close()
  })
})

test('a user who loses a role while initial rows are sent gets no further rows', async () => {
  const place = await livePlace('sqlite3', [PAPERS])
  const account = { email: 'ann@example.com', password: 'a password of ann', role: 'high' }
  const user = await place.create(account, 'user')
  const { token } = await place.newUser(user.id)
  // More than the buffers of a connection, so that the rest waits until the client reads.
  const papers = Array.from({ length: 90 }, () => ({ level: 'high', body: 'x'.repeat(100_000) }))
  await place.add(papers, 'paper')
  const subscriptions = [{ id: 's', table: 'paper', rows: true }]
  const stream = await place.open({ token, subscriptions })
  const first = await stream.next('rows', 'error')
  await place.update(user.id, { role: 'low' }, 'user')
  const rest = await stream.until(({ event }) => event === 'subscribed' || event === 'error')
  const pages = [first, ...rest].filter(({ event }) => event === 'rows')
  const sent = pages.flatMap(({ data }) => data.rows)
  expect(rest.at(-1)?.event).toBe('subscribed')
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.length).toBeLessThan(90)
  stream.close()
})

const SYNCED =
  'a sync while initial rows are sent ends them with a reset, and changes follow under the new rules'

test.each(['sqlite3', 'postgres'] as const)(`${SYNCED}: %s`, async (database) => {
  const place = await livePlace(database, [PAPERS])
  const account = { email: 'bob@example.com', password: 'a password of bob', role: 'high' }
  const user = await place.create(account, 'user')
  const { token } = await place.newUser(user.id)
  const papers = Array.from({ length: 90 }, () => ({ level: 'high', body: 'x'.repeat(100_000) }))
  await place.add(papers, 'paper')
  const subscriptions = [{ id: 's', table: 'paper', rows: true }]
  const stream = await place.open({ token, subscriptions })
  await stream.next('rows', 'error')
  const rules = { ...PAPERS.rules, list: 'level = "low"', view: 'level = "low"' }
  await place.sync([{ ...PAPERS, rules }])
  const rest = await stream.until(({ event }) => event === 'subscribed' || event === 'error')
  expect(rest.slice(-2).map(({ event, data }) => [event, data.reason ?? data.error])).toEqual([
    ['reset', 'schema'],
    ['subscribed', undefined],
  ])
  const sent = rest.flatMap(({ event, data }) => (event === 'rows' ? data.rows : []))
  expect(sent.length).toBeLessThan(89)
  await place.create({ level: 'high' }, 'paper')
  const { id } = await place.create({ level: 'low' }, 'paper')
  expect((await stream.next('change')).data).toMatchObject({ id, type: 'create' })
  stream.close()
})
