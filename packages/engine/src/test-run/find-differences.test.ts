import type { TestExpectation } from '@plinth/contract'
import { expect, test } from 'vitest'
import type { Json } from '../node/json.ts'
import { findDifferences } from './find-differences.ts'

const TOO_LARGE = 'is too large to be compared: expect a smaller part of it, by its path'

const findProblems = async (
  output: Json,
  given: readonly { kind: TestExpectation['kind']; value: Json }[],
) => {
  const step = { key: 'a', nodeId: 'a', label: 'a', kind: 'set', status: 'succeeded' as const }
  const seen = { ...step, pinned: false, input: null, output, error: null, branches: [] }
  const ending = { status: 'succeeded' as const, node: '', message: '' }
  const expectations = given.map((one): TestExpectation => {
    return { step: 'a', part: 'output', path: '', ...one }
  })
  let schemas = 0
  const checks = {
    matches: async () => true,
    violation() {
      schemas += 1
      return undefined
    },
  }
  const execution = { steps: [seen], ending, result: {} }
  const differences = await findDifferences(expectations, execution, checks)
  return { messages: differences.map(({ message }) => message), schemas }
}

const fields = (count: number, last: Json) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at === 0 ? last : at]))

test.each<[string, Json, Json]>([
  [
    'a list of large objects',
    Array.from({ length: 1_000 }, () => fields(1_000, 1)),
    fields(1_000, 2),
  ],
  ['a long text in a longer one', 'a'.repeat(1_000_000), `b${'a'.repeat(100_000)}`],
  ['a text in many of its length', Array(20_000).fill('a'.repeat(10_000)), `b${'a'.repeat(9_999)}`],
])('ends a search for %s', async (_name, output, value) => {
  const { messages } = await findProblems(output, [{ kind: 'contains', value }])
  expect(messages).toEqual([TOO_LARGE])
})

test('counts all expectations together', async () => {
  const list = Array.from({ length: 50_000 }, (_, at) => at)
  const one = { kind: 'contains' as const, value: -1 }
  const { messages } = await findProblems(list, Array(30).fill(one))
  expect(messages.filter((message) => message === TOO_LARGE).length).toBe(10)
  expect(messages[0]).toBe('does not contain what is expected')
})

test('does not apply a large schema to a large value', async () => {
  const schema = {
    type: 'array',
    items: { anyOf: Array(500).fill({ type: 'string', enum: ['x'] }) },
  }
  const list = Array(1_000).fill(1)
  expect(await findProblems(list, [{ kind: 'schema', value: schema }])).toEqual({
    messages: [TOO_LARGE],
    schemas: 0,
  })
  const small = { type: 'array', items: { type: 'number' } }
  expect(await findProblems(list, [{ kind: 'schema', value: small }])).toEqual({
    messages: [],
    schemas: 1,
  })
})

test.each<[Json, Json, boolean]>([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: 1 }, { b: 1 }, false],
  [[], {}, false],
  [[1], [1, 2], false],
  [null, {}, false],
  [{ toString: 1 }, { valueOf: 1 }, false],
  ['1', 1, false],
])('compares %j with %j', async (output, value, isEqual) => {
  const { messages } = await findProblems(output, [{ kind: 'equal', value }])
  expect(messages.length === 0).toBe(isEqual)
})
