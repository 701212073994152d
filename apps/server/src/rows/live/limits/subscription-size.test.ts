import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { RowSubscription } from '../live-connection.ts'
import { type LivePlace, livePlace } from '../testing/live-place.ts'
import {
  MAX_SUBSCRIPTION_BYTES,
  MAX_SUBSCRIPTION_BYTES_OF_CALLER,
  MAX_SUBSCRIPTION_BYTES_OF_PROJECT,
  RESERVED_PART,
  SMALL_PART,
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
  const newOne = (holder: string, projectId: string, values: number) => {
    const [characters, connection] = [0, { holder }]
    const plan = { environment: { projectId } }
    return { characters, values, readsDatabase: false, connection, plan } as RowSubscription
  }
  /** Takes subscriptions of as many callers, and returns those that were accepted and the message of the first refusal. */
  function fill(counts: SubscriptionCounts, projectId: string, environments = ['dev']) {
    const taken: RowSubscription[] = []
    for (let at = 0; ; at += 1) {
      const made = newOne(`caller ${at} of ${projectId}`, projectId, VALUES)
      try {
        counts.take(`${projectId} ${environments[at % environments.length]}`, made)
      } catch (error) {
        counts.release(made)
        return { taken, refused: error instanceof ApiError ? error.message : '' }
      }
      taken.push(made)
    }
  }
  /** About a megabyte. */
  const VALUES = 3_200
  const size = bytesOf({ characters: 0, values: VALUES })
  const ofProject = Math.floor(MAX_SUBSCRIPTION_BYTES_OF_PROJECT / size)
  const ofSmall = Math.floor((MAX_SUBSCRIPTION_BYTES * SMALL_PART) / size)
  const ofLarge = Math.floor((MAX_SUBSCRIPTION_BYTES * (1 - RESERVED_PART)) / size)
  const ofAll = Math.floor(MAX_SUBSCRIPTION_BYTES / size)

  test('a project are those of dev and production together', () => {
    const counts = new SubscriptionCounts()
    expect(MAX_SUBSCRIPTION_BYTES_OF_PROJECT).toBe(MAX_SUBSCRIPTION_BYTES / 4)
    const { taken, refused } = fill(counts, 'a', ['dev', 'production'])
    expect(taken).toHaveLength(ofProject)
    expect(refused).toContain('of this project, in dev and production together')
    for (const environment of ['dev', 'production'])
      expect(fill(counts, 'a', [environment]).taken).toEqual([])
    expect(fill(counts, 'b').taken).toHaveLength(ofProject)

    for (const each of taken.slice(0, 3)) counts.release(each)
    expect(fill(counts, 'a', ['production']).taken).toHaveLength(3)
  })

  test('the process keep its last tenth for projects with little of it', () => {
    const counts = new SubscriptionCounts()
    // Twice, because what has ended must count nothing.
    for (let round = 0; round < 2; round += 1) {
      const large = ['a', 'b', 'c', 'd'].map((project) => fill(counts, project))
      expect(large.flatMap(({ taken }) => taken)).toHaveLength(ofLarge)
      expect(large[3]?.refused).toContain('of this server')

      const small = []
      for (let left = ofAll - ofLarge; left > 0; left -= ofSmall) {
        const { taken, refused } = fill(counts, `small ${left}`)
        expect(taken).toHaveLength(Math.min(left, ofSmall))
        expect(refused).toContain('of this server')
        small.push(...taken)
      }
      expect(fill(counts, 'late').taken).toEqual([])

      for (const each of [...large.flatMap(({ taken }) => taken), ...small]) counts.release(each)
    }
  })

  test('the process do not end a subscription that is planned again, unless it counts more', () => {
    const counts = new SubscriptionCounts()
    const [first] = ['a', 'b', 'c', 'd'].flatMap((project) => fill(counts, project).taken)
    if (!first) throw new Error('no subscription')
    const { taken } = fill(counts, 'small')
    expect(taken).toHaveLength(ofSmall)
    counts.take('a dev', first)
    first.values += 10
    expect(() => counts.take('a dev', first)).toThrow('of this server')

    // It has ended with the refusal, and left its place to small projects.
    for (const each of taken) counts.release(each)
    expect(fill(counts, 'd').taken).toHaveLength(1)
  })

  test('a caller are those in all environments together', () => {
    const counts = new SubscriptionCounts()
    const take = (projectId: string, made: RowSubscription) => counts.take(`${projectId} dev`, made)
    const ofCaller = (holder: string, projectId: string) => newOne(holder, projectId, 70_000)
    const first = ofCaller('guests', 'a')
    take('a', first)
    expect(() => take('b', ofCaller('guests', 'b'))).toThrow('Your subscriptions')
    take('b', ofCaller('others', 'b'))
    take('a', first)
    counts.release(first)
    take('b', ofCaller('guests', 'b'))
  })
})
