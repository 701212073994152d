import { expect, test } from 'vitest'
import { applyChange } from './live-rows.ts'
import type { RowChange } from './live-types.ts'
import { compareRows } from './poll-rows.ts'

const rows = [
  { id: 'a', title: '1' },
  { id: 'b', title: '2' },
]
type Row = (typeof rows)[number]

test.each<[string, RowChange<Row>, string[]]>([
  ['a new row', { type: 'create', id: 'c', row: { id: 'c', title: '3' } }, ['a1', 'b2', 'c3']],
  [
    'a row that is there already',
    { type: 'create', id: 'a', row: { id: 'a', title: '9' } },
    ['a9', 'b2'],
  ],
  ['an update', { type: 'update', id: 'b', row: { id: 'b', title: '9' } }, ['a1', 'b9']],
  [
    'an update of an unknown row',
    { type: 'update', id: 'c', row: { id: 'c', title: '3' } },
    ['a1', 'b2', 'c3'],
  ],
  ['a deleted row', { type: 'delete', id: 'a' }, ['b2']],
  ['a row that left', { type: 'leave', id: 'b' }, ['a1']],
  ['an unknown row that left', { type: 'leave', id: 'x' }, ['a1', 'b2']],
])('applies %s', (_name, change, expected) => {
  expect(applyChange(rows, change).map(({ id, title }) => id + title)).toEqual(expected)
})

test('compares polled rows with those of the last poll', () => {
  const seen = new Map<string, string>()
  expect(compareRows(seen, rows).map(({ type, id }) => `${type} ${id}`)).toEqual([
    'create a',
    'create b',
  ])
  expect(compareRows(seen, rows)).toEqual([])
  expect(compareRows(seen, [{ id: 'b', title: 'new' }])).toEqual([
    { type: 'update', id: 'b', row: { id: 'b', title: 'new' } },
    { type: 'leave', id: 'a' },
  ])
  expect(compareRows(seen, [])).toEqual([{ type: 'leave', id: 'b' }])
})
