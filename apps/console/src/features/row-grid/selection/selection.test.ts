import { describe, expect, it } from 'vitest'
import { clampSelection, countCells, moveSelection, rangeOf, selectCell } from './selection.ts'

const bounds = { rows: 100, cols: 5, page: 20 }
const at = (row: number, col: number) => selectCell({ row, col })
const press = (key: string, held: { shiftKey?: boolean; mod?: boolean } = {}) => ({
  key,
  shiftKey: false,
  mod: false,
  ...held,
})

describe('moveSelection', () => {
  it.each([
    ['ArrowDown', {}, 11, 2],
    ['ArrowUp', {}, 9, 2],
    ['ArrowLeft', {}, 10, 1],
    ['ArrowRight', {}, 10, 3],
    ['ArrowDown', { mod: true }, 99, 2],
    ['ArrowRight', { mod: true }, 10, 4],
    ['Home', {}, 10, 0],
    ['End', { mod: true }, 99, 4],
    ['PageDown', {}, 30, 2],
    ['PageUp', {}, 0, 2],
  ])('%s %o', (key, held, row, col) => {
    expect(moveSelection(at(10, 2), press(key, held), bounds)).toEqual(at(row, col))
  })

  it('extends the range with Shift, within the table', () => {
    const range = moveSelection(at(98, 3), press('PageDown', { shiftKey: true }), bounds)
    expect(range).toEqual({ anchor: { row: 98, col: 3 }, focus: { row: 99, col: 3 } })
    expect(range && countCells(rangeOf(range))).toBe(2)
  })

  it('ignores other keys and an empty table', () => {
    expect(moveSelection(at(0, 0), press('a'), bounds)).toBeUndefined()
    expect(moveSelection(at(0, 0), press('End'), { ...bounds, rows: 0 })).toBeUndefined()
  })

  it('clamps the selection when rows are removed', () => {
    expect(clampSelection(at(99, 4), { rows: 3, cols: 2, page: 1 })).toEqual(at(2, 1))
    expect(clampSelection(at(0, 0), { rows: 0, cols: 2, page: 1 })).toBeUndefined()
  })
})
