import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RenewingCache } from './renewing-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const make = () => new RenewingCache<string>({ max: 3, ttlMs: 1_000, renewWithinMs: 1_500 })
const later = (ms: number) => vi.advanceTimersByTime(ms)

function fill(cache: RenewingCache<string>, keys: readonly string[]): void {
  for (const key of keys) cache.set(key, `value of ${key}`, cache.generation)
}
const cached = (cache: RenewingCache<string>, keys: readonly string[]) =>
  keys.filter((key) => cache.peekStale(key) !== undefined)

test('evicts the least recently used entry first', () => {
  const cache = make()
  fill(cache, ['a', 'b', 'c'])
  cache.get('a')
  fill(cache, ['d'])
  expect(cached(cache, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd'])
  cache.get('c')
  fill(cache, ['e'])
  expect(cached(cache, ['a', 'b', 'c', 'd', 'e'])).toEqual(['c', 'd', 'e'])
})

test('overwriting an entry of a full cache evicts none', () => {
  const cache = make()
  fill(cache, ['a', 'b', 'c'])
  for (const key of ['b', 'c', 'a', 'b']) cache.set(key, 'new', cache.generation)
  expect(cached(cache, ['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  fill(cache, ['d'])
  expect(cached(cache, ['a', 'b', 'c', 'd'])).toEqual(['a', 'b', 'd'])
})

test('neither a renewal nor a peek counts as use', async () => {
  const cache = make()
  fill(cache, ['a', 'b', 'c'])
  later(600)
  await cache.renew(async (expiring) => new Map([...expiring].toReversed()))
  cache.peekStale('a')
  fill(cache, ['d'])
  expect(cached(cache, ['a', 'b', 'c', 'd'])).toEqual(['b', 'c', 'd'])
})

test('returns no expired value, except to a caller that asks for a stale one', () => {
  const cache = make()
  fill(cache, ['a'])
  later(999)
  expect(cache.get('a')).toBe('value of a')
  later(1)
  expect(cache.get('a')).toBeUndefined()
  expect(cache.peekStale('a')).toBe('value of a')
})

test('concurrent callers share one read', async () => {
  const cache = make()
  let reads = 0
  const read = async () => {
    reads += 1
    const { generation } = cache
    await undefined
    cache.set('a', 'value', generation)
    return 'value'
  }
  const asked = Array.from({ length: 20 }, () => cache.share('a', read))
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['value']))
  expect(reads).toBe(1)
})

test('callers read for themselves if the shared read stored nothing', async () => {
  const cache = make()
  const answers = ['nothing yet', 'there by now']
  const read = async () => {
    const answer = answers.shift()
    await undefined
    return answer
  }
  const [first, second] = await Promise.all([cache.share('a', read), cache.share('a', read)])
  expect([first, second]).toEqual(['nothing yet', 'there by now'])
})

test('a failed read fails only for the caller that started it; the next caller reads again', async () => {
  const cache = make()
  const first = cache.share('a', async () => {
    throw new Error('away')
  })
  const second = cache.share('a', async () => 'value')
  await expect(first).rejects.toThrow('away')
  expect(await second).toBe('value')
  expect(await cache.share('a', async () => 'again')).toBe('again')
})

test('renews entries that are in use and expire soon, all in one query', async () => {
  const cache = make()
  cache.set('used', 'old', cache.generation)
  cache.set('unused', 'old', cache.generation)
  await cache.renew(() => Promise.reject(new Error('too early')))
  const queries: string[][] = []
  const check = async (expiring: ReadonlyMap<string, string>) => {
    queries.push([...expiring.keys()].toSorted())
    return new Map([...expiring.keys()].map((key) => [key, 'new']))
  }
  later(600)
  await cache.renew(check)
  later(600)
  expect(cache.get('used')).toBe('new')
  await cache.renew(check)
  later(600)
  await cache.renew(check)
  expect(queries).toEqual([['unused', 'used'], ['unused', 'used'], ['used']])
})

test('an entry that the renewal does not confirm expires at its time', async () => {
  const cache = make()
  fill(cache, ['a'])
  cache.get('a')
  later(600)
  await cache.renew(async () => new Map())
  expect(cache.get('a')).toBe('value of a')
  later(500)
  expect(cache.get('a')).toBeUndefined()
})

test('a renewal extends from the start of its query, not from its end', async () => {
  const cache = make()
  fill(cache, ['a'])
  later(600)
  await cache.renew(async (expiring) => {
    later(300)
    return expiring
  })
  later(699)
  expect(cache.get('a')).toBe('value of a')
  later(1)
  expect(cache.get('a')).toBeUndefined()
})

test.each([
  ['deleted', (cache: RenewingCache<string>) => cache.delete('a')],
  ['deleted by its value', (cache: RenewingCache<string>) => cache.deleteWhere(() => true)],
  ['cleared', (cache: RenewingCache<string>) => cache.clear()],
])('an entry that is %s while it is renewed stays out of the cache', async (_, invalidate) => {
  const cache = make()
  fill(cache, ['a'])
  later(600)
  await cache.renew(async (expiring) => {
    invalidate(cache)
    return expiring
  })
  expect(cache.peekStale('a')).toBeUndefined()
})

test('an entry that is replaced while it is renewed keeps the newer value', async () => {
  const cache = make()
  fill(cache, ['a'])
  later(600)
  await cache.renew(async (expiring) => {
    cache.delete('a')
    cache.set('a', 'newer', cache.generation)
    return expiring
  })
  expect(cache.get('a')).toBe('newer')
})

test.each([
  ['of another key', (cache: RenewingCache<string>) => cache.delete('other')],
  ['by value', (cache: RenewingCache<string>) => cache.deleteWhere(() => false)],
  ['of everything', (cache: RenewingCache<string>) => cache.clear()],
])('a value that was read before an invalidation %s is not stored', (_, invalidate) => {
  const cache = make()
  const { generation } = cache
  invalidate(cache)
  cache.set('a', 'value', generation)
  expect(cache.get('a')).toBeUndefined()
})

test('a call after an invalidation never gets the value of a read that started before it', async () => {
  const cache = make()
  let stored = 'before'
  let arrive = () => {}
  const read = async () => {
    const { generation } = cache
    const value = stored
    await new Promise<void>((resolve) => {
      arrive = resolve
    })
    cache.set('a', value, generation)
    return value
  }
  const early = cache.share('a', read)
  stored = 'after'
  cache.delete('a')
  const late = cache.share('a', read)
  arrive()
  expect(await early).toBe('before')
  await vi.waitFor(async () => {
    arrive()
    expect(await Promise.race([late, undefined])).toBe('after')
  })
  expect(cache.get('a')).toBe('after')
})

test('deletes every matching entry, whatever its position', () => {
  for (const kept of ['a', 'b', 'c']) {
    const cache = make()
    fill(cache, ['a', 'b', 'c'])
    cache.deleteWhere((value) => value !== `value of ${kept}`)
    expect(cached(cache, ['a', 'b', 'c'])).toEqual([kept])
  }
})
