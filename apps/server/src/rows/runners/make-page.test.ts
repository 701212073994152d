import { expect, test } from 'vitest'
import { cutRows, makePage } from './make-page.ts'

const ROOM = { maxBytes: 1_000 }

const answers = ['{"id":"a","n":1}', '{"id":"b","n":null}', '{"id":"c","n":3}']

test.each([
  ['not filled', { ...ROOM, most: 5, keys: ['n', 'id'] }, { answers: answers.join(','), count: 3 }],
  [
    'just filled',
    { ...ROOM, most: 3, keys: ['n', 'id'] },
    { answers: answers.join(','), count: 3 },
  ],
  [
    'followed by more',
    { ...ROOM, most: 2, keys: ['n', 'id'] },
    { answers: answers.slice(0, 2).join(','), count: 3, keys: '[null,"b"]' },
  ],
  [
    'followed by more, without a cursor',
    { ...ROOM, most: 2, keys: [] },
    { answers: answers.slice(0, 2).join(','), count: 3, keys: undefined },
  ],
])('builds a page that is %s', (_, list, page) => {
  expect(makePage(answers, list)).toEqual(page)
})

test('builds an empty page', () => {
  expect(makePage([], { ...ROOM, most: 2, keys: ['id'] })).toEqual({ answers: '', count: 0 })
})

test.each([
  { name: 'exactly at the limit', texts: ['aaaa', 'bbbb'], maxBytes: 9, fits: 2 },
  { name: 'one byte above it', texts: ['aaaa', 'bbbb'], maxBytes: 8, fits: 1 },
  { name: 'of three-byte characters at the limit', texts: ['€€', '€'], maxBytes: 10, fits: 2 },
  { name: 'of three-byte characters above it', texts: ['€€', '€'], maxBytes: 9, fits: 1 },
  { name: 'whose first row is too large', texts: ['aaaa', 'b'], maxBytes: 3, fits: 0 },
])('counts the bytes of a page $name', ({ texts, maxBytes, fits }) => {
  const page = makePage(texts, { most: 5, keys: [], maxBytes })
  expect(page.answers).toBe(fits === texts.length ? texts.join(',') : null)
  const rows = texts.map((answer) => ({ id: answer, answer }))
  const cut = cutRows(rows, { maxBytes })
  expect(cut.filter(({ answer }) => answer !== null)).toEqual(rows.slice(0, fits))
  expect(cut).toHaveLength(Math.min(fits + 1, texts.length))
})

test('leaves out a page with a row that was not built', () => {
  expect(makePage(['a', null], { ...ROOM, most: 5, keys: [] })).toEqual({ answers: null, count: 2 })
  const followed = makePage(['a', null], { ...ROOM, most: 1, keys: [] })
  expect(followed).toMatchObject({ answers: 'a', count: 2 })
})

test.each([
  { minRows: 2, answers: ['aa', 'bb', null] },
  { minRows: 3, answers: ['', '', null] },
])('returns the rows before a large one only if there are $minRows', ({ minRows, answers }) => {
  const rows = [{ answer: 'aa' }, { answer: 'bb' }, { answer: 'large' }, { answer: 'c' }]
  const cut = cutRows(rows, { maxBytes: 6, minRows })
  expect(cut.map(({ answer }) => answer)).toEqual(answers)
})
