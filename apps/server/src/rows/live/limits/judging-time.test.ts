import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { RowSubscription } from '../live-connection.ts'
import { JudgingTime } from './judging-time.ts'

afterEach(() => vi.restoreAllMocks())

const subscribe = (holder: string, filter?: string) =>
  ({ asked: { id: 's', table: 'note', filter }, connection: { holder } }) as RowSubscription

test('filters of a caller that took a second are judged no more in this delivery, those of others are', () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const judging = new JudgingTime()
  const take = (ms: number) => () => {
    now += ms
    return 'judged'
  }
  const guest = subscribe('guest', 'title ~ "%a%"')
  for (let at = 0; at < 4; at += 1) expect(judging.run(guest, take(251))).toBe('judged')
  const refused = vi.fn()
  expect(() => judging.run(guest, refused)).toThrow(ApiError)
  expect(refused).not.toHaveBeenCalled()
  expect(judging.run(subscribe('guest'), take(1))).toBe('judged')
  expect(judging.run(subscribe('user', 'title ~ "%a%"'), take(2_000))).toBe('judged')
  expect(new JudgingTime().run(guest, take(1))).toBe('judged')
})

test('the time of a filter that fails counts', () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const judging = new JudgingTime()
  const guest = subscribe('guest', 'title = "a"')
  const fail = () => {
    now += 1_001
    throw new Error('failed')
  }
  expect(() => judging.run(guest, fail)).toThrow('failed')
  expect(() => judging.run(guest, fail)).toThrow(ApiError)
})
