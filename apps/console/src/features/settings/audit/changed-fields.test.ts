import { expect, test } from 'vitest'
import { changedFields, subjectOf } from './changed-fields.ts'

test('pairs the fields of both sides and marks differences', () => {
  expect(changedFields({ key: 'A', value: '1', secret: false }, { key: 'A', value: '2' })).toEqual([
    { name: 'key', before: 'A', after: 'A', changed: false },
    { name: 'value', before: '1', after: '2', changed: true },
    { name: 'secret', before: 'false', after: undefined, changed: true },
  ])
})

test.each([
  [null, null, []],
  [undefined, { a: 1 }, [{ name: 'a', before: undefined, after: '1', changed: true }]],
  ['x', null, [{ name: '', before: 'x', after: undefined, changed: true }]],
  [[1], [1], [{ name: '', before: '[\n  1\n]', after: '[\n  1\n]', changed: false }]],
])('compares %j with %j', (before, after, fields) => {
  expect(changedFields(before, after)).toEqual(fields)
})

test.each([
  [{ before: null, after: { key: 'A', value: '1' } }, 'A'],
  [{ before: { domain: 'a.example' }, after: null }, 'a.example'],
  [{ before: { email: 'a@b.c' }, after: { email: 'd@e.f' } }, 'd@e.f'],
  [{ before: { state: 'open' }, after: { state: 'suspended', reason: '' } }, 'suspended'],
  [{ before: null, after: { key: 5 } }, undefined],
  [{ before: null, after: ['x'] }, undefined],
  [{}, undefined],
])('names the subject of %j as %s', (entry, subject) => {
  expect(subjectOf(entry)).toBe(subject)
})
