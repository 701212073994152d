import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../node/json.ts'
import type { Outcome } from '../node/outcome.ts'
import { runAlone } from '../testing/run-alone.ts'

const done = (value: Json, ...outputs: string[]): Outcome =>
  outputs.length > 0 ? { status: 'done', value, outputs } : { status: 'done', value }
const failed = (message: string) => ({
  status: 'failed',
  failure: { message: expect.stringContaining(message), retry: false },
})

const scenarios: [string, string, JsonObject, Json, unknown][] = [
  ['set: a new value', 'set', { value: '{"n": {{ $in.n }}}' }, { n: 1 }, done({ n: 1 })],
  [
    'set: added to the input',
    'set',
    { value: { b: 2 }, keep: 'input' },
    { a: 1, b: 1 },
    done({ a: 1, b: 2 }),
  ],
  ['set: only to an object', 'set', { value: { b: 2 }, keep: 'input' }, 5, failed('not an object')],
  ['set: a missing path', 'set', { value: '{{ $in.x }}' }, {}, failed('$in.x is missing')],
  [
    'manual: the test data of the node',
    'trigger-manual',
    { data: '{"a": 1}' },
    null,
    done({ a: 1 }),
  ],
  ['manual: the sent payload', 'trigger-manual', { data: '{"a": 1}' }, { b: 2 }, done({ b: 2 })],
  [
    'switch: a case',
    'switch',
    { value: '{{ $in.s }}', case_2: 'x' },
    { s: 'x' },
    done({ s: 'x' }, 'case 2'),
  ],
  ['switch: none', 'switch', { value: 'y', case_1: 'x' }, 1, done(1, 'otherwise')],
  ['switch: an empty case is none', 'switch', { value: '' }, 1, done(1, 'otherwise')],
  ['switch: a number', 'switch', { value: '{{ $in }}', case_1: '5' }, 5, done(5, 'case 1')],
  ['merge: by input', 'merge', {}, { first: 1, second: 2 }, done({ first: 1, second: 2 })],
  ['merge: a list', 'merge', { mode: 'list' }, { first: [1, 2], second: 3 }, done([1, 2, 3])],
  [
    'merge: one object',
    'merge',
    { mode: 'assign' },
    { first: { a: 1 }, second: { b: 2 } },
    done({ a: 1, b: 2 }),
  ],
  [
    'merge: of objects only',
    'merge',
    { mode: 'assign' },
    { first: 1 },
    failed('must be an object'),
  ],
  ['merge: the first', 'merge', { mode: 'first' }, { second: 2 }, done(2)],
  [
    'loop: over a list',
    'loop',
    { items: '{{ $in.rows }}', at_once: 3 },
    { rows: [1, 2] },
    { status: 'items', items: [1, 2], atOnce: 3, onFailure: 'stop' },
  ],
  [
    'loop: over an object',
    'loop',
    { items: '{{ $in }}' },
    { a: 1 },
    { status: 'items', items: [{ key: 'a', value: 1 }], atOnce: 1, onFailure: 'stop' },
  ],
  ['loop: over another value', 'loop', { items: '{{ $in }}' }, 5, failed('must be a list')],
  [
    'wait: for a time',
    'wait',
    { amount: 2, unit: 'minutes' },
    1,
    { status: 'wait', ms: 120_000, until: Date.parse('2026-01-02T03:06:05Z'), value: 1 },
  ],
  [
    'wait: until a time',
    'wait',
    { until: 'moment', moment: '2026-01-02T03:04:06Z' },
    1,
    { status: 'wait', ms: 1_000, until: Date.parse('2026-01-02T03:04:06Z'), value: 1 },
  ],
  [
    'wait: until a time in the past',
    'wait',
    { until: 'moment', moment: '2020-01-01' },
    1,
    { status: 'wait', ms: 0, until: Date.parse('2026-01-02T03:04:05Z'), value: 1 },
  ],
  ['wait: too long', 'wait', { amount: 31, unit: 'days' }, 1, failed('30 days')],
  ['wait: an invalid time', 'wait', { until: 'moment', moment: 'soon' }, 1, failed('not a time')],
]

test.each(scenarios)('%s', async (_name, kind, parameters, input, expected) => {
  expect(await runAlone(kind, parameters, { input })).toEqual(expected)
})

const conditions: [Json, string, Json, boolean][] = [
  [5, 'equals', '5', true],
  ['5', 'equals', 5, true],
  [true, 'equals', 'true', true],
  [null, 'equals', '', false],
  [{ a: [1] }, 'equals', { a: [1] }, true],
  ['a', 'not-equals', 'b', true],
  [10, 'greater', '9', true],
  ['10', 'greater', '9', true],
  ['b', 'greater', 'a', true],
  [9, 'greater-or-equal', 9, true],
  [1, 'less', 2, true],
  [2, 'less-or-equal', 1, false],
  ['plinth', 'contains', 'lin', true],
  [[1, 2], 'contains', '2', true],
  ['plinth', 'starts-with', 'pl', true],
  ['plinth', 'ends-with', 'x', false],
  [[], 'is-empty', '', true],
  [0, 'is-empty', '', false],
  ['x', 'is-not-empty', '', true],
  [true, 'is-true', '', true],
  [1, 'is-true', '', false],
  [false, 'is-false', '', true],
]

test.each(conditions)('condition: %j %s %j is %s', async (left, operator, right, holds) => {
  const input = { left, right }
  const parameters = { left: '{{ $in.left }}', right: '{{ $in.right }}', operator }
  expect(await runAlone('conditional', parameters, { input })).toEqual(
    done(input, holds ? 'true' : 'false'),
  )
})

test('fails for values without an order and for unknown conditions', async () => {
  const parameters = { left: '{{ $in }}', right: '5', operator: 'greater' }
  expect(await runAlone('conditional', parameters, { input: [1] })).toEqual(failed('by order'))
  const odd = { left: 'a', operator: '__proto__' }
  expect(await runAlone('conditional', odd)).toEqual(failed('no condition'))
})
