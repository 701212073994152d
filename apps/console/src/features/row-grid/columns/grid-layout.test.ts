import { expect, it } from 'vitest'
import type { GridColumn } from './grid-columns.ts'
import {
  columnsInView,
  countPinned,
  GUTTER,
  orderColumns,
  pinFirst,
  pinnedEdge,
  placeColumns,
  putColumn,
  releasePins,
  stepColumn,
} from './grid-layout.ts'
import { dropSort, printSort, sortBy } from './grid-sort.ts'

const columns = ['id', 'a', 'b', 'c'].map((key): GridColumn => {
  const stored = key === 'c' ? undefined : key
  return { key, name: key, icon: 'text', column: undefined, field: undefined, stored }
})
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key)

it('places columns side by side, 160 px wide by default', () => {
  const placed = placeColumns(columns, { a: 100 })
  expect(placed.map(({ left }) => left - GUTTER)).toEqual([0, 160, 260, 420])
})

it('keeps the user’s column order and puts new columns at their table position', () => {
  expect(keys(orderColumns(columns, []))).toEqual(['id', 'a', 'b', 'c'])
  expect(keys(orderColumns(columns, ['b', 'a', 'gone']))).toEqual(['id', 'b', 'a', 'c'])
})

it.each([
  ['a', 1, 'id a b c', 'id b a c'],
  ['id', -1, 'id a b c', 'id a b c'],
  ['c', 1, 'id a b c', 'id a b c'],
  ['id', 1, 'id b c', 'a b id c'],
  ['b', -1, 'id b c', 'b id a c'],
  ['gone', -1, 'id b c', 'id a b c'],
] as const)('moving %s by %i among %s gives %s', (key, step, seen, order) => {
  const shown = columns.filter((column) => seen.split(' ').includes(column.key))
  expect(stepColumn({ ordered: columns, shown }, key, step).join(' ')).toBe(order)
})

it.each([
  ['a', 0, 'a id b c'],
  ['a', 1, 'id a b c'],
  ['a', 2, 'id a b c'],
  ['a', 3, 'id b a c'],
  ['id', 4, 'a b c id'],
  ['gone', 1, 'id a b c'],
])('dragging %s before index %i gives %s', (key, to, order) => {
  expect(putColumn(columns, key, to).join(' ')).toBe(order)
})

it('places pinned columns first and releases those that leave too little of the view', () => {
  expect(keys(pinFirst(columns, ['b', 'gone', 'a']))).toEqual(['a', 'b', 'id', 'c'])
  const placed = placeColumns(pinFirst(columns, ['a', 'b']), {}, ['a', 'b'])
  expect([countPinned(placed), pinnedEdge(placed)]).toEqual([2, GUTTER + 320])
  expect(pinnedEdge(placeColumns(columns, {}))).toBe(GUTTER)
  const pinnedIn = (width: number) => countPinned(releasePins(placed, width))
  expect([1000, GUTTER + 480, GUTTER + 479, 300].map(pinnedIn)).toEqual([2, 2, 1, 0])
})

it('does not move a column past the edge of the pinned ones', () => {
  const step = { ordered: columns, shown: columns, pinned: ['id'] }
  expect(stepColumn(step, 'a', -1)).toEqual(['id', 'a', 'b', 'c'])
  expect(stepColumn(step, 'a', 1)).toEqual(['id', 'b', 'a', 'c'])
})

it('renders only the columns in view', () => {
  const placed = placeColumns(columns, {})
  expect(columnsInView(placed, { left: 0, width: 100 })).toEqual({ from: 0, to: 2 })
  expect(columnsInView(placed, { left: 600, width: 500 })).toEqual({ from: 2, to: 4 })
})

it('prints the sort order as $sort', () => {
  const one = sortBy([], { key: 'a', direction: 'descending' }, false)
  expect(printSort(one, columns)).toBe('-a')
  const two = sortBy(one, { key: 'b', direction: 'ascending' }, true)
  expect(printSort(two, columns)).toBe('-a,+b')
  expect(printSort(sortBy(two, { key: 'a', direction: 'ascending' }, true), columns)).toBe('+a,+b')
  expect(printSort(sortBy(two, { key: 'b', direction: 'ascending' }, false), columns)).toBe('+b')
  expect(printSort(dropSort(two, 'a'), columns)).toBe('+b')
  expect(printSort([{ key: 'c', direction: 'ascending' }], columns)).toBeUndefined()
})
