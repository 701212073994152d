import { expect, test } from 'vitest'
import { StatementCache, statementKey } from './statement-cache.ts'

test('compiles once per key and cache', () => {
  const [one, other] = [new StatementCache(), new StatementCache()]
  const made: string[] = []
  const compile = (cache: StatementCache, name: string) =>
    cache.getOrCompile('the same key', () => {
      made.push(name)
      return { name }
    })
  expect([compile(one, 'a'), compile(one, 'b'), compile(other, 'c'), compile(one, 'd')]).toEqual([
    { name: 'a' },
    { name: 'a' },
    { name: 'c' },
    { name: 'a' },
  ])
  expect(made).toEqual(['a', 'c'])
})

test('does not cache an undefined result', () => {
  const cache = new StatementCache()
  let count = 0
  const compile = () =>
    cache.getOrCompile('key', () => {
      count += 1
      return undefined
    })
  expect([compile(), compile()]).toEqual([undefined, undefined])
  expect(count).toBe(2)
})

test('holds at most 10,000 statements and evicts the oldest', () => {
  const cache = new StatementCache()
  for (let at = 0; at < 10_500; at += 1) cache.getOrCompile(`${at}`, () => at + 1)
  expect(StatementCache.size).toBe(10_000)
  expect(cache.getOrCompile('10499', () => 0)).toBe(10_500)
  expect(cache.getOrCompile('0', () => 'made again')).toBe('made again')
  expect(StatementCache.size).toBe(10_000)
})

test('holds few statements with long keys', () => {
  const cache = new StatementCache()
  const long = (at: number) => `${at} ${'x'.repeat(4_000)}`
  for (let at = 0; at < 1_000; at += 1) cache.getOrCompile(long(at), () => at + 1)
  expect(StatementCache.size).toBeLessThan(500)
  expect(cache.getOrCompile(long(999), () => 0)).toBe(1_000)
  expect(cache.getOrCompile(long(0), () => 'made again')).toBe('made again')
})

test.each([
  [
    ['ab', 'c'],
    ['a', 'bc'],
  ],
  [['1:a'], ['a']],
  [['a', undefined], ['a']],
  [['-'], [undefined]],
  [
    ['a', ''],
    ['', 'a'],
  ],
  [['a1:b'], ['a', 'b']],
])('parts %j and %j make different keys', (one, other) => {
  expect(statementKey(one)).not.toBe(statementKey(other))
})
