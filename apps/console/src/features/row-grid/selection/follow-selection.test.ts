import { expect, it } from 'vitest'
import { followSelection, guessPlace, startFollowing } from './follow-selection.ts'
import { selectCell } from './selection.ts'

const NAMES = new Map<string, string>()

function places(rows: readonly (string | undefined)[], { isSettled = true, names = NAMES } = {}) {
  return {
    count: rows.length,
    idAt: (index: number) => rows[index],
    indexOf: (id: string) => (rows.includes(id) ? rows.indexOf(id) : undefined),
    nameOf: (id: string) => names.get(id) ?? id,
    isSettled: () => isSettled,
  }
}

const cell = (row: number) => startFollowing(selectCell({ row, col: 2 }))
/** From row `from` to the focus in row `to`. */
const range = (from: number, to: number) =>
  startFollowing({ anchor: { row: from, col: 1 }, focus: { row: to, col: 3 } })
const rowsOf = ({ selection, isLost }: ReturnType<typeof followSelection>) =>
  isLost ? 'lost' : [selection.anchor.row, selection.focus.row]

it('stays with its row when rows are inserted, deleted or moved at any distance', () => {
  const before = followSelection(cell(1), places(['a', 'b', 'c']))
  const far = Array.from({ length: 500 }, (_, at) => `n${at}`)
  const after = followSelection(before, places([...far, 'a', 'c', 'b']))
  expect(after.selection.focus).toEqual({ row: 502, col: 2 })
  expect(rowsOf(followSelection(after, places(['b', 'c'])))).toEqual([0, 0])
})

it('returns the same object if nothing has changed', () => {
  const before = followSelection(range(0, 1), places(['a', 'b', 'c']))
  expect(followSelection(before, places(['a', 'b', 'c']))).toBe(before)
  const lost = followSelection(before, places(['x', 'c']))
  expect(followSelection(lost, places(['x', 'c']))).toBe(lost)
})

it('is lost rather than on another row, until its row is back', () => {
  const before = followSelection(cell(1), places(['a', 'b', 'c']))
  const lost = followSelection(before, places(['a', 'c']))
  expect(rowsOf(lost)).toBe('lost')
  expect(rowsOf(followSelection(lost, places(['b', 'a', 'c'])))).toEqual([0, 0])
})

it('takes a row that was not loaded when it loads', () => {
  const before = followSelection(cell(1), places([undefined, undefined]))
  const loaded = followSelection(before, places(['a', 'b']))
  expect(rowsOf(followSelection(loaded, places(['n', 'a', 'b'])))).toEqual([2, 2])
})

it('keeps a range whose rows stay next to each other', () => {
  const before = followSelection(range(0, 2), places(['a', 'b', 'c']))
  expect(rowsOf(followSelection(before, places(['n', 'a', 'b', 'c'])))).toEqual([1, 3])
})

it('shrinks a torn range to its focus row, once all rows are loaded', () => {
  const before = followSelection(range(2, 0), places(['a', 'b', 'c', 'd']))
  const torn = ['n', 'a', 'x', 'b', 'c', 'd']
  expect(rowsOf(followSelection(before, places(torn, { isSettled: false })))).toBe('lost')
  const after = followSelection(before, places(torn))
  expect(rowsOf(after)).toEqual([1, 1])
  expect(after.selection.anchor.col).toBe(1)
})

it('follows a new row that was stored under another id', () => {
  const before = followSelection(cell(0), places(['new-1', 'a']))
  const names = new Map([['new-1', 's']])
  const waiting = followSelection(before, places(['a'], { names }))
  expect(rowsOf(waiting)).toBe('lost')
  expect(rowsOf(followSelection(waiting, places(['s', 'a'], { names })))).toEqual([0, 0])
})

it('guesses the place of a row that others moved down', () => {
  const rows = Array.from({ length: 10 }, (_, at) => `r${at}`)
  const before = followSelection(cell(4), places(rows))
  const lost = followSelection(before, places(Array.from({ length: 510 }, () => undefined)))
  expect(guessPlace(lost, 510)).toBe(504)
})

it('guesses from a place that belongs to its number of rows', () => {
  const before = followSelection(cell(1), places(['a', 'b', 'c']))
  const blank = (length: number) => Array.from({ length }, () => undefined)
  // The number is new, but the page of the row is still the old one.
  const stale = followSelection(before, places(['n', 'b', ...blank(98)], { isSettled: false }))
  expect(rowsOf(stale)).toEqual([1, 1])
  const lost = followSelection(stale, places(blank(100)))
  expect(guessPlace(lost, 100)).toBe(98)
})
