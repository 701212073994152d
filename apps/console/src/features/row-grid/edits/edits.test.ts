import type { Row } from '@plinth/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applySaveResult, markProblems, readdDeleted } from './apply-save-result.ts'
import { addRows, redoEdits, removeRows, setCells, undoEdits } from './change-edits.ts'
import { countEdits, type Edits, listAdded, listProblems, NO_EDITS, shownValue } from './edits.ts'

function stored(id: string, values: object = {}, updatedOn = '1'): Row {
  return { id, createdOn: '0', updatedOn, name: id, size: 1, ...values }
}
const a = stored('a')
const b = stored('b')
const set = (edits: Edits, row: Row, value: unknown, column = 'name') =>
  setCells(edits, [{ row, column, value }])

describe('cell editing (spec §4)', () => {
  it('accumulates edits', () => {
    const edits = set(set(set(NO_EDITS, a, 'x'), b, 'y'), a, 2, 'size')
    expect(countEdits(edits)).toBe(3)
    expect(shownValue(edits, a, 'name')).toBe('x')
    expect(shownValue(edits, b, 'size')).toBe(1)
  })

  it('removes an edit when the original value is set again', () => {
    const edits = set(set(set(NO_EDITS, a, 'x'), a, 2, 'size'), a, 'a')
    expect(countEdits(edits)).toBe(1)
    expect(countEdits(set(edits, a, 1, 'size'))).toBe(0)
    expect(set(edits, a, 1, 'size').rows.size).toBe(0)
  })

  it('keeps an invalid value with its error until it is corrected', () => {
    const bad = setCells(NO_EDITS, [{ row: a, column: 'size', value: 'abc', problem: 'no' }])
    expect(listProblems(bad)).toEqual([{ id: 'a', column: 'size', message: 'no' }])
    expect(shownValue(bad, a, 'size')).toBe('abc')
    expect(listProblems(set(bad, a, 7, 'size'))).toEqual([])
    expect(countEdits(set(bad, a, 1, 'size'))).toBe(0)
  })

  it('adds no step when the value does not change', () => {
    expect(set(NO_EDITS, a, 'a')).toBe(NO_EDITS)
  })
})

describe('edits made during a save', () => {
  const typed = (edits: Edits, id: string, column: string, value: unknown) =>
    setCells(edits, [{ row: { id }, column, value }])

  it('of a new row become changes of the stored row, so that it is not created twice', () => {
    const sent = addRows(NO_EDITS, [{ id: 'new', values: { name: 'r1' } }])
    const now = typed(typed(sent, 'new', 'name', 'later'), 'new', 'size', 1)
    const stays = applySaveResult(now, {
      ...{ stored: [{ id: 'new', row: stored('r1') }], deleted: [], sent },
    })
    expect([...stays.rows.keys()]).toEqual(['r1'])
    expect(stays.rows.get('r1')).toMatchObject({ state: 'changed', values: { name: 'later' } })
  })

  it('of a changed row stay on top of the stored version', () => {
    const sent = set(NO_EDITS, a, 'x')
    const now = set(sent, a, 5, 'size')
    const row = stored('a', { name: 'x' }, '2')
    const stays = applySaveResult(now, { stored: [{ id: 'a', row }], deleted: [], sent })
    expect(stays.rows.get('a')?.values).toEqual({ size: 5 })
    expect(stays.bases.get('a')).toBe(row)
  })
})

describe('undo and redo', () => {
  it('revert and repeat one step at a time', () => {
    const two = set(set(NO_EDITS, a, 'x'), a, 'y')
    const one = undoEdits(two)
    expect(shownValue(one, a, 'name')).toBe('x')
    expect(countEdits(undoEdits(one))).toBe(0)
    expect(shownValue(redoEdits(one), a, 'name')).toBe('y')
    expect(undoEdits(NO_EDITS)).toBe(NO_EDITS)
  })

  it('handle 1,000 cells as one step, also after a save', () => {
    const rows = Array.from({ length: 100 }, (_, at) => stored(`r${at}`))
    const columns = Array.from({ length: 10 }, (_, at) => `c${at}`)
    const pasted = setCells(
      NO_EDITS,
      rows.flatMap((row) => columns.map((column) => ({ row, column, value: 'p' }))),
    )
    expect(countEdits(pasted)).toBe(1000)
    expect(countEdits(undoEdits(pasted))).toBe(0)
    const saved = applySaveResult(pasted, {
      stored: rows.map((row) => ({
        id: row.id,
        row: { ...row, ...Object.fromEntries(columns.map((name) => [name, 'p'])), updatedOn: '2' },
      })),
      deleted: [],
    })
    expect(countEdits(saved)).toBe(0)
    const back = undoEdits(saved)
    expect(countEdits(back)).toBe(1000)
    expect(shownValue(back, { id: 'r5' }, 'c5')).toBeUndefined()
  })

  it('restore added rows with their typed values', () => {
    const added = addRows(NO_EDITS, [{ id: 'new', values: {} }])
    const typed = setCells(added, [{ row: { id: 'new' }, column: 'name', value: 'n' }])
    expect(countEdits(typed)).toBe(1)
    const undone = undoEdits(undoEdits(typed))
    expect(countEdits(undone)).toBe(0)
    expect(shownValue(redoEdits(redoEdits(undone)), { id: 'new' }, 'name')).toBe('n')
    const dropped = removeRows(typed, [{ id: 'new' }])
    expect(countEdits(dropped)).toBe(0)
    expect(shownValue(undoEdits(dropped), { id: 'new' }, 'name')).toBe('n')
  })

  it('restore deleted rows, also after a save', () => {
    const removed = removeRows(set(NO_EDITS, a, 'x'), [a, b])
    expect(countEdits(removed)).toBe(2)
    expect(countEdits(undoEdits(removed))).toBe(1)
    const again = undoEdits(applySaveResult(removed, { stored: [], deleted: ['a', 'b'] }))
    expect(listAdded(again)).toEqual(['a', 'b'])
    expect(again.rows.get('b')?.values).toEqual({ name: 'b', size: 1 })
  })

  it('delete a saved new row when adding it is undone', () => {
    const added = addRows(NO_EDITS, [{ id: 'new', values: { name: 'n' } }])
    const saved = applySaveResult(added, {
      stored: [{ id: 'new', row: stored('r1') }],
      deleted: [],
    })
    expect(undoEdits(saved).rows.get('r1')?.state).toBe('deleted')
  })

  it('round-trip any sequence of edits', () => {
    const step = fc.tuple(fc.constantFrom('set', 'add', 'remove'), fc.nat(3), fc.nat(3))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let edits = NO_EDITS
        steps.forEach(([act, row, value], at) => {
          const target = stored(`s${row}`)
          if (act === 'add') edits = addRows(edits, [{ id: `n${at}`, values: { name: value } }])
          else if (act === 'remove') edits = removeRows(edits, [target])
          else edits = set(edits, target, value)
        })
        let back = edits
        while (back.past.length > 0) back = undoEdits(back)
        expect(countEdits(back)).toBe(0)
        while (back.future.length > 0) back = redoEdits(back)
        expect(new Map([...back.rows].toSorted())).toEqual(new Map([...edits.rows].toSorted()))
      }),
    )
  })
})

describe('after a save', () => {
  it('rejected cells keep their edit and get the reason', () => {
    const edits = markProblems(set(NO_EDITS, a, 'x'), [
      { id: 'a', column: 'name', message: 'taken' },
    ])
    expect(countEdits(edits)).toBe(1)
    expect(edits.rows.get('a')?.problems).toEqual({ name: 'taken' })
  })

  it('edits of a row that another user deleted become a new row', () => {
    const edits = readdDeleted(set(NO_EDITS, a, 'mine'), ['a', 'unknown'])
    expect(listAdded(edits)).toEqual(['a'])
    expect(edits.rows.get('a')?.values).toEqual({ name: 'mine', size: 1 })
    const taken = undoEdits(edits)
    expect(shownValue(taken, { id: 'a' }, 'name')).toBe('a')
  })
})
