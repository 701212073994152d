import { expect, test } from 'vitest'
import { addPath, readEntries, writeEntries } from './read-entries.ts'

test.each([
  { name: 'no value', value: undefined, entries: [] },
  { name: 'an empty text', value: ' ', entries: [] },
  { name: 'an object', value: { a: 1 }, entries: [['a', 1]] },
  {
    name: 'JSON text of every type',
    value: '{"a": "x", "b": 2, "c": true, "d": null, "e": [1, {"f": 2}]}',
    entries: [
      ['a', 'x'],
      ['b', 2],
      ['c', true],
      ['d', null],
      ['e', [1, { f: 2 }]],
    ],
  },
  {
    name: 'expressions with and without quotes',
    value: '{ "a": {{ $in.total }}, "b": "{{ $in.name }} & co" }',
    entries: [
      ['a', '{{ $in.total }}'],
      ['b', '{{ $in.name }} & co'],
    ],
  },
])('reads $name', ({ value, entries }) => {
  expect(readEntries(value)).toEqual(entries)
})

test.each(['{{ $in }}', '[1]', '"text"', '{ broken', '{"a": 1, "a": 2}'])(
  'leaves %s to the text editor',
  (value) => expect(readEntries(value)).toBeUndefined(),
)

test('writes what it reads, and nothing as an empty object', () => {
  const entries = readEntries('{"a": {{ $in.x }}, "b": {"c": [1]}}') ?? []
  expect(readEntries(writeEntries(entries))).toEqual(entries)
  expect(writeEntries([])).toBe('{}')
})

test('adds a path under its last name', () => {
  expect(addPath([], '$in.order.total')).toEqual([['total', '{{ $in.order.total }}']])
  expect(addPath([['total', 1]], '$in["total"]')).toEqual([
    ['total', 1],
    ['total2', '{{ $in["total"] }}'],
  ])
  expect(addPath([], '$in.list[0]')[0]?.[0]).toBe('value')
})
