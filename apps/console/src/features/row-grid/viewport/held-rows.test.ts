import { expect, test } from 'vitest'
import { distanceOfHeld } from './held-rows.ts'

const held = ['a', 'b', 'c'].map((id, at) => ({ id, row: 10 + at }))

test.each([
  ['rows that stay', { a: 10, b: 11, c: 12 }, 0],
  ['rows added above', { a: 13, b: 14, c: 15 }, 3],
  ['rows deleted above', { a: 8, b: 9, c: 10 }, -2],
  ['the first row in view is deleted', { b: 12, c: 13 }, 1],
  ['the first row in view is sorted to another place', { a: 90, b: 10, c: 11 }, -1],
  ['another row is sorted into the view', { a: 10, b: 11, c: 13 }, 0],
  ['one row is on a page that is loaded again', { a: 10, b: 11, c: 15 }, 0],
  ['all but one row are', { a: 10, b: 14, c: 15 }, 3],
  ['all of them are deleted or far away', {}, 0],
])('%s', (_what, rows: Record<string, number>, distance) => {
  expect(distanceOfHeld(held, ({ id }) => rows[id])).toBe(distance)
})

test('no row is in view', () => {
  expect(distanceOfHeld([], () => 1)).toBe(0)
})
