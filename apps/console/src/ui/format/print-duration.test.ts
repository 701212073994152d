import { expect, test } from 'vitest'
import { printDuration } from './print-duration.ts'

test.each([
  [0, '0 ms'],
  [-5, '0 ms'],
  [0.42, '0.4 ms'],
  [7, '7 ms'],
  [999.4, '999 ms'],
  [1_250, '1.3 s'],
  [42_400, '42 s'],
  [61_000, '1 min 1 s'],
  [7_260_000, '2 h 1 min'],
  [200_000_000, '2 d 7 h'],
])('prints %d ms as %s', (ms, text) => {
  expect(printDuration(ms)).toBe(text)
})
