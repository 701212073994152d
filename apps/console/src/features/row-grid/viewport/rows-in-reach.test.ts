import { expect, it } from 'vitest'
import { rowsInReach } from './rows-in-reach.ts'

const tall = () => 33_000_000
const low = () => 17_000_000
const never = () => {
  throw new Error('A table of usual size asks no browser')
}

it.each([
  ['all of 500,000 rows, without measuring', 500_000, 34, never, 500_000],
  ['all of 1,000,000 compact rows', 1_000_000, 28, tall, 1_000_000],
  ['not all of 1,000,000 regular rows', 1_000_000, 34, tall, 970_588],
  ['fewer tall rows', 1_000_000, 48, tall, 687_500],
  ['fewer where the browser limits element height more', 1_000_000, 34, low, 500_000],
] as const)('rowsInReach: %s', (_, count, rowHeight, heightOf, reached) => {
  expect(rowsInReach({ count, rowHeight }, heightOf)).toBe(reached)
})
