import { expect, test } from 'vitest'
import { maxOpenFiles } from './max-open-files.ts'

test.each([
  { limit: 256, inProcess: 21, perThread: 16 },
  { limit: 4_096, inProcess: 341, perThread: 56 },
  { limit: 20_000, inProcess: 1_666, perThread: 277 },
  { limit: 1_000_000, inProcess: 4_000, perThread: 400 },
])(
  'with a limit of $limit caches $here open files and $inThread in each of six threads',
  ({ limit, ...kept }) => {
    expect(maxOpenFiles(6, limit)).toEqual(kept)
  },
)

test('the limit of this system allows some files', () => {
  expect(maxOpenFiles(6).inProcess).toBeGreaterThan(0)
})
