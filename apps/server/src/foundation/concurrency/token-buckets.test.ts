import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TokenBuckets } from './token-buckets.ts'

function openBuckets(perSecond: number, burst: number) {
  const clock = { ms: 0 }
  const buckets = new TokenBuckets({ perSecond, burst, now: () => clock.ms })
  return { clock, take: (key = 'a') => buckets.take(key) }
}

test('allows a burst, then as many as the rate, and says when to come back', () => {
  const { clock, take } = openBuckets(10, 3)
  expect([take(), take(), take()].map(({ remaining }) => remaining)).toEqual([2, 1, 0])
  const refused = take()
  expect(refused).toMatchObject({ isAllowed: false, remaining: 0, resetSeconds: 1 })
  expect(refused.retryAfterSeconds).toBeCloseTo(0.1)
  clock.ms += 100
  expect(take().isAllowed).toBe(true)
  expect(take().isAllowed).toBe(false)
})

test('counts each key for itself', () => {
  const { take } = openBuckets(1, 1)
  expect(take('a').isAllowed).toBe(true)
  expect(take('a').isAllowed).toBe(false)
  expect(take('b').isAllowed).toBe(true)
})

test('never allows more than burst and rate together, whatever the times', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.nat(200), { maxLength: 200 }),
      (perSecond, burst, pauses) => {
        const { clock, take } = openBuckets(perSecond, burst)
        let allowed = 0
        for (const pause of pauses) {
          clock.ms += pause
          if (take().isAllowed) allowed += 1
        }
        expect(allowed).toBeLessThanOrEqual(burst + (clock.ms * perSecond) / 1_000 + 1e-6)
      },
    ),
  ))
