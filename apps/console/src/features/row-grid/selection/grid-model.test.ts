import { Column, type Row } from '@plinth/contract'
import { expect, it } from 'vitest'
import { placeColumns } from '../columns/grid-layout.ts'
import { createGridStore } from '../edits/grid-store.ts'
import { createFlashes } from '../marks/flashes.ts'
import type { RowPages } from '../rows/row-pages.ts'
import { clearRange, editableField, type GridModel } from './grid-model.ts'

const field = Column.parse({
  id: 'c1',
  name: 'posts',
  type: 'relation',
  options: { tableId: 't2', columnId: 'c2', hasMultiple: true },
})
const rows: Row[] = [
  { id: 'r1', posts: ['a', 'b'] },
  { id: 'r2', posts: ['a', 'b'], $more: { posts: { total: 20_064, cursor: '.b' } } },
]
const column = { key: 'c1', name: 'posts', icon: 'relation' as const, column: field, field }
const model: GridModel = {
  columns: placeColumns([{ ...column, stored: 'posts' }], {}),
  added: [],
  count: rows.length,
  pages: { get: (at: number) => rows[at] } as RowPages,
  store: createGridStore({ save: async () => undefined }),
  isReadOnly: false,
  flashes: createFlashes(),
}

it('does not edit a list that has more linked rows than its cell shows', () => {
  expect(editableField(model, { row: 0, col: 0 })).toBe(field)
  expect(editableField(model, { row: 1, col: 0 })).toBeUndefined()
  const cleared = clearRange(model, { top: 0, bottom: 1, left: 0, right: 0 })
  expect(cleared.map(({ row }) => row.id)).toEqual(['r1'])
})
