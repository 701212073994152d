import { expect, test } from 'vitest'
import { isPrinted, readCommands } from './read-commands.ts'

test('comments after a command, and a block directly after it, are what it prints', () => {
  const page = [
    'Do this:\n\n```sh\nA=1\ncurl "$A" \\\n  -d x\n# 200 {"id":"…",\n#  "n":1}\ncurl "$A/b"\n```\n',
    '\n```json\n{ "n": 2 }\n```\n\nA body:\n\n```json\n{ "n": 3 }\n```\n',
  ]
  expect(readCommands(page.join(''))).toEqual([
    { script: 'A=1\ncurl "$A" \\\n  -d x', expected: '200 {"id":"…",\n "n":1}' },
    { script: 'curl "$A/b"\n', expected: '{ "n": 2 }' },
  ])
})

test('a session has commands behind a dollar sign', () => {
  expect(readCommands('```console\n$ curl a \\\n    -d b\n{}\n$ curl c\n```\n')).toEqual([
    { script: 'curl a \\\n    -d b\n', expected: '{}' },
    { script: 'curl c\n', expected: '' },
  ])
})

test.each([
  ['the same', '{"n":1}', '{ "n": 1 }', true],
  ['another value', '{"n":1}', '{"n":2}', false],
  ['more than is shown', '{"n":1}', '{"n":1}{}', false],
  ['an ellipsis', '{"data":[…],"more":false}', '{"data":[{"n":1}],"more":false}', true],
  ['text after an ellipsis', '{…"more":false}', '{"n":1,"more":true}', false],
  ['another id', '{"id":"prj_…"}', '{"id":"prj_01m7gtx6xpe4ev8fjprkj3gyda"}', true],
  ['an id of another kind', '{"id":"prj_…"}', '{"id":"run_01m7gtx6xpe4ev8fjprkj3gyda"}', false],
  ['another moment', '"2026-11-16T14:02:11.402Z"', '"2027-01-01T00:00:00.000Z"', true],
  ['null for a moment', '"2026-11-16T14:02:11.402Z"', 'null', false],
])('compares %s', (_name, expected, printed, same) => {
  expect(isPrinted(expected, printed)).toBe(same)
})
