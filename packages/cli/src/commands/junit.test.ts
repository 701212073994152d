import { expect, test } from 'vitest'
import { toJunit } from './junit.ts'

const HOSTILE = `"/><system-out>x</system-out><a b="]]>\u0000\u001b[31m\ud800\n<!-- & '`

test('a hostile name, message or value stays text', () => {
  const difference = { label: HOSTILE, part: 'output', path: HOSTILE, kind: 'equal' }
  const xml = toJunit([
    {
      id: 'wfl_1',
      name: HOSTILE,
      results: [
        {
          name: HOSTILE,
          passed: false,
          durationMs: 1,
          ending: { status: 'succeeded', node: '', message: '' },
          differences: [{ ...difference, value: HOSTILE, actual: HOSTILE, message: HOSTILE }],
        },
      ],
    },
  ])
  expect(xml.match(/<[^>]*>/g)?.map((tag) => tag.split(/[ >]/)[0])).toEqual([
    '<?xml',
    '<testsuites',
    '<testsuite',
    '<testcase',
    '<failure',
    '</failure',
    '</testcase',
    '</testsuite',
    '</testsuites',
  ])
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML must not have
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\]\]>/)
  expect(xml.isWellFormed()).toBe(true)
})
