import { expect, it } from 'vitest'
import { rowsInReach } from './rows-in-reach.ts'

const tall = () => 33_000_000
const low = () => 17_000_000
const never = () => {
  throw new Error('A table of usual size asks no browser')
}

it.each([
  ['half a million rows, without a question', 500_000, 34, never, 500_000],
  ['a million compact ones', 1_000_000, 28, tall, 1_000_000],
  ['not all of a million regular ones', 1_000_000, 34, tall, 970_588],
  ['fewer tall ones', 1_000_000, 48, tall, 687_500],
  ['fewer where elements are lower', 1_000_000, 34, low, 500_000],
] as const)('scrolling reaches %s', (_, count, rowHeight, heightOf, reached) => {
  expect(rowsInReach({ count, rowHeight }, heightOf)).toBe(reached)
})
