import { expect, test } from 'vitest'
import { Silence } from './silence.ts'

test.each<[string, [number, boolean][], number]>([
  [
    'counts from the first check without an answer',
    [
      [0, false],
      [20, false],
      [40, false],
    ],
    40_000,
  ],
  [
    'starts again after an answer',
    [
      [0, false],
      [20, true],
      [30, false],
      [40, false],
    ],
    10_000,
  ],
  [
    'starts again after a gap between checks',
    [
      [0, false],
      [31, false],
      [41, false],
    ],
    10_000,
  ],
  [
    'is zero while there are answers',
    [
      [0, true],
      [50, true],
    ],
    0,
  ],
])('%s', (_name, checks, expected) => {
  let now = 0
  const silence = new Silence(() => now)
  const noted = checks.map(([second, hasAnswered]) => {
    now = second * 1_000
    return silence.note('http://workers', hasAnswered)
  })
  expect(noted.at(-1)).toBe(expected)
})
