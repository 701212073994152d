import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Kept } from './kept.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const make = () => new Kept<string>({ most: 3, ms: 1_000, renewedMs: 1_500 })
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('many who ask at the same time wait for one read', async () => {
  const kept = make()
  let reads = 0
  const read = async () => {
    reads += 1
    const { age } = kept
    await undefined
    kept.set('a', 'value', age)
    return 'value'
  }
  const asked = Array.from({ length: 20 }, () => kept.together('a', read))
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['value']))
  expect(reads).toBe(1)
})

test('what the first found and nobody kept is read by each', async () => {
  const kept = make()
  const answers = ['nothing yet', 'there by now']
  const read = async () => {
    const answer = answers.shift()
    await undefined
    return answer
  }
  const [first, second] = await Promise.all([kept.together('a', read), kept.together('a', read)])
  expect([first, second]).toEqual(['nothing yet', 'there by now'])
})

test('a read that fails fails for whoever began it; the next tries by itself', async () => {
  const kept = make()
  const first = kept.together('a', async () => {
    throw new Error('away')
  })
  const second = kept.together('a', async () => 'value')
  await expect(first).rejects.toThrow('away')
  expect(await second).toBe('value')
  expect(await kept.together('a', async () => 'again')).toBe('again')
})

test('what is in use and ends soon is renewed, all in one question', async () => {
  const kept = make()
  kept.set('used', 'old', kept.age)
  kept.set('unused', 'old', kept.age)
  await kept.renew(() => Promise.reject(new Error('too early')))
  const questions: string[][] = []
  const ask = async (ending: ReadonlyMap<string, string>) => {
    questions.push([...ending.keys()])
    return new Map([...ending.keys()].map((key) => [key, 'new']))
  }
  later(600)
  await kept.renew(ask)
  later(600)
  expect(kept.get('used')).toBe('new')
  await kept.renew(ask)
  later(600)
  await kept.renew(ask)
  expect(questions).toEqual([['used', 'unused'], ['used', 'unused'], ['used']])
})

test('what is not answered for ends in its time', async () => {
  const kept = make()
  kept.set('a', 'value', kept.age)
  kept.get('a')
  later(600)
  await kept.renew(async () => new Map())
  expect(kept.get('a')).toBe('value')
  later(500)
  expect(kept.get('a')).toBeUndefined()
})

test('what is forgotten while it is asked for stays forgotten', async () => {
  const kept = make()
  kept.set('a', 'value', kept.age)
  kept.get('a')
  later(600)
  await kept.renew(async (ending) => {
    kept.forget('a')
    return ending
  })
  expect(kept.get('a')).toBeUndefined()
})

test('what was read before something was forgotten is not kept', () => {
  const kept = make()
  const { age } = kept
  kept.forget('other')
  kept.set('a', 'value', age)
  expect(kept.get('a')).toBeUndefined()
})
