import { describe, expect, test } from 'vitest'
import type { RowSubscription } from '../live-connection.ts'
import { type LivePlace, livePlace } from '../testing/live-place.ts'
import {
  MAX_SUBSCRIPTION_BYTES,
  MAX_SUBSCRIPTION_BYTES_OF_CALLER,
  MAX_SUBSCRIPTION_BYTES_OF_ENVIRONMENT,
} from './live-limits.ts'
import { SubscriptionCounts } from './subscription-limits.ts'
import { bytesOf } from './subscription-size.ts'

const list = `count in [${Array.from({ length: 480 }, (_, at) => at % 10)}]`
/** About 2,000 values in 4,000 characters. */
const LARGE = Array.from({ length: 4 }, () => list).join('||')
const AT_ONCE = 16

async function connect(place: LivePlace, token?: string) {
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

const several = (name: string, count: number, subscription: object) =>
  Array.from({ length: count }, (_, at) => ({ id: `${name}${at}`, table: 'note', ...subscription }))

test('filters of many values are refused to the guests of a network, and ordinary ones go on', async () => {
  const place = await livePlace('sqlite3')
  const streams = []
  const refused = []
  let accepted = 0
  while (refused.length === 0) {
    const stream = await connect(place)
    streams.push(stream)
    await stream.change({ subscribe: several('large', AT_ONCE, { filter: LARGE }) })
    for (let count = 0; count < AT_ONCE; count += 1) {
      const { event, data } = await stream.next('subscribed', 'error')
      if (event === 'error') refused.push(data.error)
      else accepted += 1
    }
  }
  const each = bytesOf({ characters: LARGE.length, values: 4 * 481 })
  expect(accepted).toBe(Math.floor(MAX_SUBSCRIPTION_BYTES_OF_CALLER / each))
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['rate_limited']))
  expect(refused[0].message).toContain('compare fewer values')
  const [first, last] = [streams[0], streams.at(-1)]
  if (!first || !last) throw new Error('no stream')

  const { token } = await place.newUser()
  const user = await connect(place, token)
  await user.change({ subscribe: several('own', 1, { filter: LARGE }) })
  await user.change({ subscribe: several('plain', 1, {}) })
  for (let count = 0; count < 2; count += 1)
    expect((await user.next('subscribed', 'error')).event).toBe('subscribed')
  const { id } = await place.create({ status: 'public', count: 50 })
  expect((await user.next('change')).data).toMatchObject({ id, subscriptions: ['plain0'] })

  await first.change({ unsubscribe: ['large0'] })
  for (const [stream, event] of [
    [first, 'subscribed'],
    [last, 'error'],
  ] as const) {
    await stream.change({ subscribe: several('again', 1, { filter: LARGE }) })
    expect((await stream.next('subscribed', 'error')).event).toBe(event)
  }
  for (const stream of [...streams, user]) stream.close()
})

describe('the limits of', () => {
  const newOne = (holder: string) => {
    const [characters, connection] = [0, { holder }]
    return { characters, values: 70_000, readsDatabase: false, connection } as RowSubscription
  }
  const size = bytesOf(newOne(''))

  test('an environment and of the process are those of all callers together', () => {
    const counts = new SubscriptionCounts()
    let callers = 0
    const take = (environment: string) => {
      callers += 1
      const made = newOne(`caller ${callers}`)
      counts.take(environment, made)
      return made
    }
    const inOne = Math.floor(MAX_SUBSCRIPTION_BYTES_OF_ENVIRONMENT / size)
    const taken = Array.from({ length: inOne }, () => take('a'))
    expect(() => take('a')).toThrow('of this environment')
    const others = Math.floor(MAX_SUBSCRIPTION_BYTES / size) - inOne
    for (let count = 0; count < others; count += 1) take(`b${count}`)
    expect(() => take('c')).toThrow('of this server')
    for (const each of taken.slice(0, 1)) counts.release(each)
    take('a')
  })

  test('a caller are those in all environments together', () => {
    const counts = new SubscriptionCounts()
    const first = newOne('guests')
    counts.take('a', first)
    expect(() => counts.take('b', newOne('guests'))).toThrow('Your subscriptions')
    counts.take('b', newOne('others'))
    counts.take('a', first)
    counts.release(first)
    counts.take('b', newOne('guests'))
  })
})
