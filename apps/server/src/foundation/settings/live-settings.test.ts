import { expect, test } from 'vitest'
import { readLiveSettings } from './live-settings.ts'

const unset = { connections: undefined, perEnvironment: undefined }

test.each([
  { files: 1_024, connections: 409, perEnvironment: 103 },
  { files: 4_096, connections: 1_638, perEnvironment: 410 },
  { files: 20_000, connections: 5_000, perEnvironment: 1_250 },
  { files: 1_048_576, connections: 5_000, perEnvironment: 1_250 },
])('with $files open files a process accepts $connections streams', ({ files, ...expected }) => {
  expect(readLiveSettings(unset, files)).toEqual({
    ...expected,
    perProject: expected.perEnvironment,
  })
})

test.each([
  { connections: 0, perEnvironment: undefined, expected: [0, 0, 0] },
  { connections: 10_000, perEnvironment: undefined, expected: [10_000, 2_500, 2_500] },
  { connections: 10_000, perEnvironment: 9_000, expected: [10_000, 9_000, 9_000] },
  { connections: 10_000, perEnvironment: 10, expected: [10_000, 10, 2_500] },
  { connections: undefined, perEnvironment: 300, expected: [409, 300, 300] },
])('settings decide otherwise: $connections, $perEnvironment', ({ expected, ...settings }) => {
  const { connections, perEnvironment, perProject } = readLiveSettings(settings, 1_024)
  expect([connections, perEnvironment, perProject]).toEqual(expected)
})
