import type { TestExpectation, WorkflowTest } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  addExpectation,
  addRefusals,
  changesOf,
  draftOf,
  findTestProblems,
  hasProblems,
  type TestDraft,
} from './test-draft.ts'

const output = (step: string, value: TestExpectation['value']): TestExpectation => ({
  step,
  part: 'output',
  path: '',
  kind: 'equal',
  value,
})

const STORED: WorkflowTest = {
  id: 'tst_1',
  name: 'A large order',
  run: { id: 'run_1', workflowId: 'wfl_1', trigger: 'manual', version: 1 },
  starts: ['start'],
  payload: null,
  now: '2026-01-01T00:00:00.000Z',
  times: {},
  pins: {
    call: { status: 'done', value: { ok: true }, outputs: ['output'] },
    mail: { status: 'failed', message: 'No server.' },
  },
  expectations: [output('total', 30), output('name', 'a+b')],
  createdOn: '2026-01-01T00:00:00.000Z',
  by: 'ada@example.com',
}

/** The draft with its first expectation changed. */
const withFirst = (changed: Partial<TestDraft['expectations'][number]>): TestDraft => {
  const draft = draftOf(STORED)
  const expectations = draft.expectations.map((one) =>
    one.id === 0 ? { ...one, ...changed } : one,
  )
  return { ...draft, expectations }
}
const problemOf = (draft: TestDraft) => findTestProblems(draft).expectations.get(0)
const texts = draftOf(STORED).expectations[0]?.texts ?? ({} as never)

test('sends nothing for a test that was only opened', () => {
  expect(changesOf(STORED, draftOf(STORED))).toEqual({})
})

test('sends only what was changed', () => {
  const draft = { ...draftOf(STORED), name: ' An order ' }
  expect(changesOf(STORED, draft)).toEqual({ name: 'An order' })
  expect(changesOf(STORED, withFirst({ isKept: false }))).toEqual({
    expectations: [output('name', 'a+b')],
  })
})

test('starts another kind with what was recorded', () => {
  const [number, text] = draftOf(STORED).expectations
  expect(number?.texts).toMatchObject({ contains: '30', type: 'number', matches: '' })
  expect(text?.texts).toMatchObject({ type: 'text', matches: '^a\\+b$' })
  expect(JSON.parse(text?.texts.schema ?? '')).toEqual({ type: 'string' })
})

describe('refuses an expected value', () => {
  test.each([
    ['equal', '{"a": 1', 'This is not valid JSON. Texts need quotes: "done".'],
    ['equal', ' ', 'Write JSON, such as 12 or "done".'],
    ['contains', 'done', 'This is not valid JSON. Texts need quotes: "done".'],
    ['matches', '', 'Write a regular expression.'],
    ['matches', '(', 'This is not a regular expression.'],
    ['schema', '[1]', 'Write a JSON schema, such as {"type": "string"}.'],
  ] as const)('%s %s', (kind, text, problem) => {
    expect(problemOf(withFirst({ kind, texts: { ...texts, [kind]: text } }))).toBe(problem)
  })
})

test('reads the value of each kind', () => {
  const read = (kind: TestExpectation['kind'], text: string) =>
    changesOf(STORED, withFirst({ kind, texts: { ...texts, [kind]: text } })).expectations?.[0]
      ?.value
  expect(read('equal', '{"a": 1}')).toEqual({ a: 1 })
  expect(read('matches', '^3')).toBe('^3')
  expect(read('type', 'list')).toBe('list')
  expect(read('schema', '{"type": "number"}')).toEqual({ type: 'number' })
})

test('a test that expects nothing is a problem', () => {
  const draft = draftOf({ ...STORED, expectations: [output('total', 30)] })
  const none = {
    ...draft,
    expectations: draft.expectations.map((one) => ({ ...one, isKept: false })),
  }
  expect(findTestProblems(none).isEmpty).toBe(true)
  expect(hasProblems(findTestProblems(none))).toBe(true)
  const added = addExpectation(none, { step: 'name', part: 'error' })
  expect(added.expectations.map(({ id }) => id)).toEqual([0, 1])
  expect(findTestProblems(added)).toMatchObject({ isEmpty: false })
})

test('changes answers and messages of failures, and removes them', () => {
  const draft = draftOf(STORED)
  const [call, mail] = draft.pins
  if (!call || !mail) throw new Error('The draft has no pins')
  const changed = {
    ...draft,
    pins: [
      { ...call, text: '[]' },
      { ...mail, text: 'Timed out.' },
    ],
  }
  expect(changesOf(STORED, changed).pins).toEqual({
    call: { status: 'done', value: [], outputs: ['output'] },
    mail: { status: 'failed', message: 'Timed out.' },
  })
  expect(changesOf(STORED, { ...draft, pins: [{ ...call, isKept: false }, mail] }).pins).toEqual({
    mail: STORED.pins.mail,
  })
  const wrong = { ...draft, pins: [{ ...call, text: '{' }, mail] }
  expect([...findTestProblems(wrong).pins.keys()]).toEqual(['call'])
})

test('finds the rows that the server refused', () => {
  const draft = withFirst({ isKept: false })
  const refused = addRefusals(findTestProblems(draft), draft, [
    { path: 'expectations.0.value', message: 'must be a JSON schema' },
    { path: 'pins.call', message: 'is refused' },
  ])
  expect([...refused.expectations]).toEqual([[1, 'It must be a JSON schema.']])
  expect([...refused.pins]).toEqual([['call', 'It is refused.']])
})
