import { expect, test } from 'vitest'
import { makePage } from './make-page.ts'

const answers = ['{"id":"a","n":1}', '{"id":"b","n":null}', '{"id":"c","n":3}']

test.each([
  ['not filled', { most: 5, keys: ['n', 'id'] }, { answers: answers.join(','), count: 3 }],
  ['just filled', { most: 3, keys: ['n', 'id'] }, { answers: answers.join(','), count: 3 }],
  [
    'followed by more',
    { most: 2, keys: ['n', 'id'] },
    { answers: answers.slice(0, 2).join(','), count: 3, keys: '[null,"b"]' },
  ],
  [
    'followed by more, without a cursor',
    { most: 2, keys: [] },
    { answers: answers.slice(0, 2).join(','), count: 3, keys: undefined },
  ],
])('builds a page that is %s', (_, list, page) => {
  expect(makePage(answers, list)).toEqual(page)
})

test('builds an empty page', () => {
  expect(makePage([], { most: 2, keys: ['id'] })).toEqual({ answers: '', count: 0 })
})
