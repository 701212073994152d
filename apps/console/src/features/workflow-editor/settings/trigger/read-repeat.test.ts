import { expect, test } from 'vitest'
import { readRepeat, writeRepeat } from './read-repeat.ts'

test.each([
  ['* * * * *', { every: 'minutes', count: 1 }],
  ['*/15 * * * *', { every: 'minutes', count: 15 }],
  ['5 */6 * * *', { every: 'hours', count: 6, minute: 5 }],
  ['30 * * * *', { every: 'hours', count: 1, minute: 30 }],
  ['0 9 * * *', { every: 'day', time: '09:00' }],
  ['15 18 * * 1,3,5', { every: 'week', time: '18:15', days: [1, 3, 5] }],
  ['0 0 31 * *', { every: 'month', time: '00:00', day: 31 }],
] as const)('reads %s and writes it back', (text, repeat) => {
  expect(readRepeat(text)).toEqual(repeat)
  expect(writeRepeat(repeat as never)).toBe(text)
})

test('reads a range of days, and Sunday as 0 or 7', () => {
  expect(readRepeat('0 9 * * 1-5')).toEqual({ every: 'week', time: '09:00', days: [1, 2, 3, 4, 5] })
  expect(readRepeat('0 9 * * 7')).toEqual({ every: 'week', time: '09:00', days: [0] })
})

test.each([
  ...['', '0 9 * *', '0 0 9 * * *', '0 9 1 1 *', '0 9 1 * 1', '*/90 * * * *'],
  ...['0 9 * * MON', '0 9 * * 5-1', '0 9,18 * * *', '0 9 L * *', '@daily'],
])('leaves "%s" to the text', (text) => expect(readRepeat(text)).toBeUndefined())
