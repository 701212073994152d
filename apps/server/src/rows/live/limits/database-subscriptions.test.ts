import { describe, expect, test } from 'vitest'
import { BLOG_TABLES } from '../../testing/blog-tables.ts'
import type { RowSubscription } from '../live-connection.ts'
import { type LivePlace, livePlace, NOTES } from '../testing/live-place.ts'
import { MAX_DATABASE_SUBSCRIPTIONS, MAX_DATABASE_SUBSCRIPTIONS_OF_CALLER } from './live-limits.ts'
import { SubscriptionCounts } from './subscription-limits.ts'

const MAX = MAX_DATABASE_SUBSCRIPTIONS_OF_CALLER
const LIVE_BLOG = BLOG_TABLES.map((each) => (each.id === 'posts' ? { ...each, live: true } : each))
const TAKEN = 'rate_limited'

/** Opens a stream without subscriptions, and adds some by further calls. */
async function connect(place: LivePlace, token: string) {
  const stream = await place.open({ token })
  const { connectionId } = (await stream.next('open')).data
  return {
    ...stream,
    change: async (body: object) => {
      const answer = await place.change(token, { connectionId, ...body })
      expect(answer.status).toBe(202)
    },
  }
}

const several = (count: number, subscription: object) =>
  Array.from({ length: count }, (_, at) => ({ id: `s${at}`, ...subscription }))

describe.each(['sqlite3', 'postgres'] as const)('subscriptions read from %s', (database) => {
  test('are limited for each caller, also while initial rows are read, and are freed when they end', async () => {
    const place = await livePlace(database, LIVE_BLOG)
    const [ann, bob] = [await place.newUser(), await place.newUser()]
    // The filter is judged in memory; the tags of a post are not in the log.
    const post = { table: 'post', filter: 'title != "x"' }
    const first = await connect(place, ann.token)
    const second = await connect(place, ann.token)
    await first.change({ subscribe: several(MAX, { ...post, rows: true }) })
    await second.change({ subscribe: several(1, post) })
    const refused = (await second.next('error', 'subscribed')).data
    expect(refused).toMatchObject({ subscription: 's0', error: { code: TAKEN } })
    expect(refused.error.message).toContain('End some first')
    const other = await connect(place, bob.token)
    await other.change({ subscribe: several(1, post) })
    await other.next('subscribed')
    await first.change({ unsubscribe: ['s7'] })
    await second.change({ subscribe: several(2, post) })
    expect((await second.next('subscribed', 'error')).event).toBe('error')
    expect((await second.next('subscribed', 'error')).event).toBe('subscribed')
    for (const each of [first, second, other]) each.close()
  })

  test('are counted again when a sync makes the database judge them', async () => {
    const place = await livePlace(database, [NOTES])
    const { token } = await place.newUser()
    const streams = [await connect(place, token), await connect(place, token)]
    for (const stream of streams) {
      await stream.change({ subscribe: several(MAX - 10, { table: 'note' }) })
      for (let count = 0; count < MAX - 10; count += 1) await stream.next('subscribed')
    }
    const reads = '@table.user.id = @request.auth.id'
    await place.sync([{ ...NOTES, rules: { ...NOTES.rules, list: reads, view: reads } }])
    const codes: string[] = []
    for (const stream of streams)
      for (let count = 0; count < MAX - 10; count += 1) {
        const { event, data } = await stream.next('reset', 'error')
        codes.push(event === 'error' ? data.error.code : event)
      }
    expect(codes.filter((code) => code === 'reset')).toHaveLength(MAX)
    expect(codes.filter((code) => code === TAKEN)).toHaveLength(MAX - 20)
    for (const stream of streams) stream.close()
  })
})

test('are limited for all users of other projects in one network together', async () => {
  const place = await livePlace('sqlite3', LIVE_BLOG)
  const other = await livePlace('sqlite3')
  const post = { table: 'post', filter: 'title != "x"' }
  const first = await connect(place, (await other.newUser()).token)
  await first.change({ subscribe: several(MAX, post) })
  for (let count = 0; count < MAX; count += 1) await first.next('subscribed')
  const second = await connect(place, (await other.newUser()).token)
  await second.change({ subscribe: several(1, post) })
  expect((await second.next('error', 'subscribed')).data).toMatchObject({ error: { code: TAKEN } })
  const own = await connect(place, (await place.newUser()).token)
  await own.change({ subscribe: several(1, post) })
  await own.next('subscribed')
  for (const each of [first, second, own]) each.close()
})

test('are limited for each environment', () => {
  const counts = new SubscriptionCounts()
  const newOne = (at: number, readsDatabase = true) =>
    ({
      characters: 1,
      values: 1,
      readsDatabase,
      connection: { holder: `caller ${at}` },
      plan: { environment: { projectId: 'p' } },
    }) as RowSubscription
  const taken = Array.from({ length: MAX_DATABASE_SUBSCRIPTIONS }, (_, at) => newOne(at))
  for (const each of taken) counts.take('e', each)
  const more = newOne(-1)
  expect(() => counts.take('e', more)).toThrow('read from the database')
  counts.take('e', newOne(-1, false))
  counts.take('other', newOne(-1))
  for (const each of taken.slice(0, 2)) {
    counts.release(each)
    counts.release(each)
  }
  counts.take('e', more)
  counts.take('e', more)
  counts.take('e', newOne(-2))
  expect(() => counts.take('e', newOne(-3))).toThrow('read from the database')
})
