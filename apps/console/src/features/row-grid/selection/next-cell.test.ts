import { Column } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import type { PlacedColumn } from '../columns/grid-layout.ts'
import { nextCell } from './grid-model.ts'

const field = Column.parse({ id: 'f', name: 'f', type: 'text' })

/** The columns of a table with two fields: id, a, b, createdOn. */
const columns = ['id', 'a', 'b', 'createdOn'].map((key, at): PlacedColumn => {
  const own = key.length === 1 ? field : undefined
  const place = { at, left: 0, width: 100, isPinned: false }
  return { key, name: key, icon: 'text', column: own, field: own, stored: key, ...place }
})
const grid = { columns, count: 3, isReadOnly: false }

describe('nextCell', () => {
  it.each([
    ['to the next field', 0, 1, 1, { row: 0, col: 2 }],
    ['past read-only columns to the next row', 0, 2, 1, { row: 1, col: 1 }],
    ['from a read-only column', 0, 0, 1, { row: 0, col: 1 }],
    ['back over the start of the row', 1, 1, -1, { row: 0, col: 2 }],
    ['out after the last cell', 2, 2, 1, undefined],
    ['out before the first cell', 0, 1, -1, undefined],
  ] as const)('moves %s', (_, row, col, step, expected) => {
    expect(nextCell(grid, { row, col }, step)).toEqual(expected)
  })

  it('stops at every column of a read-only table', () => {
    const readOnly = { ...grid, isReadOnly: true }
    expect(nextCell(readOnly, { row: 0, col: 2 }, 1)).toEqual({ row: 0, col: 3 })
  })
})
