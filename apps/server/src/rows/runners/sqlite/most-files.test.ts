import { expect, test } from 'vitest'
import { mostFiles } from './most-files.ts'

test.each([
  { limit: 256, here: 21, inThread: 16 },
  { limit: 4_096, here: 341, inThread: 56 },
  { limit: 20_000, here: 1_666, inThread: 277 },
  { limit: 1_000_000, here: 4_000, inThread: 400 },
])(
  'a process that may open $limit keeps $here and $inThread in each of six threads',
  ({ limit, ...kept }) => {
    expect(mostFiles(6, limit)).toEqual(kept)
  },
)

test('what the system says is enough for some', () => {
  expect(mostFiles(6).here).toBeGreaterThan(0)
})
