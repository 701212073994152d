import type { Row } from '@plinth/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applySaveResult } from './apply-save-result.ts'
import { redoEdits, removeRows, setCells, undoEdits } from './change-edits.ts'
import { clashAt, listAttention, mergeTheirs, resolveClash } from './clashes.ts'
import { countEdits, type Edits, NO_EDITS, shownValue } from './edits.ts'

function stored(id: string, values: object = {}, updatedOn = '1'): Row {
  return { id, createdOn: '0', updatedOn, name: id, size: 1, state: 'open', ...values }
}
const a = stored('a')
const set = (edits: Edits, value: unknown, column = 'name') =>
  setCells(edits, [{ row: a, column, value }])
const cell = (column = 'name') => ({ id: 'a', column })
const edit = (edits: Edits) => edits.rows.get('a')

/** `name` and `size` clash, and `state` was changed here only. */
const twoClashes = mergeTheirs(
  set(set(set(NO_EDITS, 'mine'), 2, 'size'), 'doing', 'state'),
  stored('a', { name: 'theirs', size: 999 }, '2'),
)

test('a change of another cell by another user is not a conflict', () => {
  const edits = mergeTheirs(set(NO_EDITS, 'x'), stored('a', { size: 9 }, '2'))
  expect(edit(edits)).toMatchObject({ values: { name: 'x' } })
  expect(edit(edits)?.theirs).toBeUndefined()
  expect(shownValue(edits, a, 'size')).toBe(9)
})

test('a change of the same cell by another user needs a decision', () => {
  const theirs = stored('a', { name: 'theirs' }, '2')
  const edits = mergeTheirs(set(NO_EDITS, 'mine'), theirs)
  expect(edit(edits)?.theirs).toEqual(theirs)
  expect(shownValue(edits, a, 'name')).toBe('mine')
  expect(shownValue(resolveClash(edits, cell(), 'theirs'), a, 'name')).toBe('theirs')
  const mine = resolveClash(edits, cell(), 'mine')
  expect(shownValue(mine, a, 'name')).toBe('mine')
  expect(mine.bases.get('a')?.updatedOn).toBe('2')
})

test('tells the clash of a cell, and of every cell of a deleted row', () => {
  expect(clashAt(twoClashes, cell('size'))).toEqual({ isDeleted: false, theirs: { value: 999 } })
  expect(clashAt(twoClashes, cell('state'))).toBeUndefined()
  const removed = mergeTheirs(removeRows(NO_EDITS, [a]), stored('a', { size: 9 }, '2'))
  expect(clashAt(removed, cell('size'))).toEqual({ isDeleted: true, theirs: { value: 9 } })
  expect(clashAt(removed, cell())).toEqual({ isDeleted: true, theirs: undefined })
})

test('taking theirs in one cell keeps the edits of the others', () => {
  const theirs = stored('a', { name: 'theirs' }, '2')
  const edits = mergeTheirs(set(set(NO_EDITS, 'mine'), 'doing', 'state'), theirs)
  const taken = resolveClash(edits, cell(), 'theirs')
  expect(edit(taken)).toEqual({ state: 'changed', values: { state: 'doing' }, problems: {} })
  expect(taken.bases.get('a')).toEqual(theirs)
})

test.each(['mine', 'theirs'] as const)('keeping %s in one cell does not decide another', (side) => {
  expect(listAttention(twoClashes)).toEqual([cell('name'), cell('size')])
  const decided = resolveClash(twoClashes, cell('name'), side)
  expect(shownValue(decided, a, 'name')).toBe(side)
  expect(listAttention(decided)).toEqual([cell('size')])
  expect(edit(decided)).toMatchObject({
    theirs: { size: 999 },
    values: { size: 2, state: 'doing' },
  })
  // A save of the row would be refused.
  expect(decided.bases.get('a')?.updatedOn).toBe('1')
  const whole = resolveClash(decided, cell('size'), 'theirs')
  expect(listAttention(whole)).toEqual([])
  expect(edit(whole)?.theirs).toBeUndefined()
  expect(whole.bases.get('a')).toMatchObject({ size: 999, updatedOn: '2' })
  expect(countEdits(whole)).toBe(side === 'mine' ? 2 : 1)
})

test('a decided cell stays decided when the row is read again, also after a reload', () => {
  const decided = resolveClash(twoClashes, cell('name'), 'mine')
  const rows = [...decided.rows].map(([id, one]) => [id, { ...one, theirs: undefined }] as const)
  const reloaded: Edits = { ...decided, rows: new Map(rows) }
  const theirs = stored('a', { name: 'theirs', size: 999 }, '2')
  for (const edits of [decided, reloaded])
    expect(listAttention(mergeTheirs(edits, theirs))).toEqual([cell('size')])
})

test('a clash ends when the other user sets the value back, or sets the same one', () => {
  const back = mergeTheirs(twoClashes, stored('a', { size: 2 }, '3'))
  expect(listAttention(back)).toEqual([])
  expect(edit(back)).toEqual({
    ...{ state: 'changed', problems: {} },
    values: { name: 'mine', state: 'doing' },
  })
})

test('typing decides a clash only if it is the value of the other user', () => {
  const other = set(twoClashes, 'a')
  expect(edit(other)?.values).toMatchObject({ name: 'a' })
  expect(listAttention(other)).toHaveLength(2)
  const same = set(set(other, 'theirs'), 999, 'size')
  expect(edit(same)).toEqual({ state: 'changed', values: { state: 'doing' }, problems: {} })
  expect(same.bases.get('a')?.updatedOn).toBe('2')
})

test('cells of a clashing row that do not clash follow the other user', () => {
  const size = (value: number, updatedOn: string) =>
    stored('a', { name: 'theirs', size: value }, updatedOn)
  const first = mergeTheirs(set(NO_EDITS, 'mine'), size(1, '2'))
  const edits = mergeTheirs(set(first, 5, 'size'), size(5, '3'))
  const shown = ['name', 'size', 'updatedOn'].map((column) => shownValue(edits, a, column))
  expect(shown).toEqual(['mine', 5, '3'])
  expect(countEdits(edits)).toBe(1)
  expect(listAttention(edits)).toEqual([cell()])
  expect(shownValue(mergeTheirs(edits, size(3333, '4')), a, 'size')).toBe(3333)
  // Changing a cell on top of the newer value is no clash.
  expect(listAttention(set(mergeTheirs(edits, size(7, '4')), 8, 'size'))).toEqual([cell()])
})

test('undo removes an edit that clashes', () => {
  const edits = mergeTheirs(set(NO_EDITS, 'mine'), stored('a', { name: 'theirs' }, '2'))
  const undone = undoEdits(edits)
  expect(edit(undone)).toBeUndefined()
  expect(shownValue(undone, a, 'name')).toBe('theirs')
  const redone = redoEdits(undone)
  expect(shownValue(redone, a, 'name')).toBe('mine')
  expect(clashAt(redone, cell())).toEqual({ isDeleted: false, theirs: { value: 'theirs' } })
  expect(edit(undoEdits(redone))).toBeUndefined()
})

const isClash = (edits: Edits) => listAttention(edits).length === 1

describe('undo never brings back a value under which another user has stored a newer one', () => {
  const theirs = stored('a', { name: 'theirs' }, '2')
  const clash = mergeTheirs(set(NO_EDITS, 'mine'), theirs)

  test('after taking theirs it is my edit again, in a clash, and then theirs', () => {
    const back = undoEdits(resolveClash(clash, cell(), 'theirs'))
    expect(shownValue(back, a, 'name')).toBe('mine')
    expect(isClash(back)).toBe(true)
    expect(edit(back)?.theirs).toEqual(theirs)
    const first = undoEdits(back)
    expect(shownValue(first, a, 'name')).toBe('theirs')
    expect(first.rows.size).toBe(0)
    const taken = redoEdits(redoEdits(first))
    expect([shownValue(taken, a, 'name'), taken.rows.size]).toEqual(['theirs', 0])
  })

  test('after keeping mine it is theirs', () => {
    const undone = undoEdits(resolveClash(clash, cell(), 'mine'))
    expect(shownValue(undone, a, 'name')).toBe('theirs')
    expect(undone.rows.size).toBe(0)
  })

  test('after an earlier edit was kept it is that edit, in a clash', () => {
    const kept = resolveClash(mergeTheirs(set(set(NO_EDITS, 'one'), 'two'), theirs), cell(), 'mine')
    expect(isClash(kept)).toBe(false)
    const one = undoEdits(kept)
    expect([shownValue(one, a, 'name'), isClash(one)]).toEqual(['one', true])
    expect(shownValue(undoEdits(one), a, 'name')).toBe('theirs')
  })

  test('after a save it is theirs, and without a change of theirs the value before', () => {
    const sent = set(set(NO_EDITS, 'one'), 'two')
    const row = stored('a', { name: 'two' }, '2')
    const saved = applySaveResult(sent, { stored: [{ id: 'a', row }], deleted: [], sent })
    const one = undoEdits(saved)
    expect([shownValue(one, row, 'name'), isClash(one)]).toEqual(['one', false])
    expect(shownValue(undoEdits(one), row, 'name')).toBe('a')
    const newer = undoEdits(undoEdits(mergeTheirs(saved, stored('a', { name: 'theirs' }, '3'))))
    expect([shownValue(newer, row, 'name'), newer.rows.size]).toEqual(['theirs', 0])
  })

  test('a clash that an undo brought back is found again when the row is read', () => {
    const back = undoEdits(resolveClash(clash, cell(), 'theirs'))
    const rows = [...back.rows].map(([id, one]) => [id, { ...one, theirs: undefined }] as const)
    expect(isClash(mergeTheirs({ ...back, rows: new Map(rows) }, theirs))).toBe(true)
    expect(resolveClash(back, cell(), 'mine').bases.get('a')?.updatedOn).toBe('2')
  })

  test('a row that was kept after all is not added once more', () => {
    const removed = mergeTheirs(removeRows(NO_EDITS, [a]), stored('a', { size: 9 }, '2'))
    expect(undoEdits(resolveClash(removed, cell('size'), 'theirs')).rows.size).toBe(0)
  })

  test('after a removed row was kept, undo is of the step before', () => {
    const removed = removeRows(set(NO_EDITS, 'mine'), [a])
    const kept = resolveClash(mergeTheirs(removed, theirs), cell(), 'theirs')
    expect(shownValue(kept, a, 'name')).toBe('mine')
    expect(undoEdits(kept).past).toEqual([])
    expect(edit(undoEdits(kept))).toBeUndefined()
  })

  test('of two rows that were removed together, the one that was not kept is still removed', () => {
    const removed = removeRows(NO_EDITS, [a, { ...a, id: 'b' }])
    const kept = resolveClash(mergeTheirs(removed, theirs), cell(), 'theirs')
    expect(kept.past.map((step) => step.removed)).toEqual([['b']])
  })
})

test('undo and redo never bring an edit back over the newest value of another user without a mark', () => {
  const acts = fc.constantFrom('type', 'theirs', 'undo', 'redo', 'save', 'take')
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 14 }), (steps) => {
      let [edits, row, isSeen] = [NO_EDITS, a, true]
      steps.forEach((act, at) => {
        const value = `${act} ${at}`
        if (act === 'type') edits = setCells(edits, [{ row, column: 'name', value }])
        if (act === 'undo') edits = undoEdits(edits)
        if (act === 'redo') edits = redoEdits(edits)
        if (act === 'take') edits = resolveClash(edits, cell(), 'theirs')
        if (act === 'theirs') {
          row = stored('a', { name: value }, `${at + 2}`)
          edits = mergeTheirs(edits, row)
          isSeen = false
        }
        const mine = edit(edits)
        if (act === 'save' && mine && !mine.theirs) {
          row = stored('a', { name: mine.values.name }, `${at + 2}`)
          edits = applySaveResult(edits, { stored: [{ id: 'a', row }], deleted: [] })
          isSeen = true
        }
        // Typing over a value that is shown is no clash.
        if (act === 'type' && !edit(edits)?.theirs) isSeen = true
        if (!isSeen && edit(edits)) expect(isClash(edits)).toBe(true)
      })
    }),
    { numRuns: 3_000 },
  )
})

test('a row that another user changed is not deleted without a decision', () => {
  const theirs = stored('a', { size: 9, state: 'doing' }, '2')
  const edits = mergeTheirs(removeRows(NO_EDITS, [a]), theirs)
  expect(listAttention(edits)).toEqual([cell('size')])
  expect(resolveClash(edits, cell('size'), 'theirs').rows.size).toBe(0)
  const anyway = resolveClash(edits, cell('size'), 'mine')
  expect(edit(anyway)).toMatchObject({ state: 'deleted' })
  expect(listAttention(anyway)).toEqual([])
  expect(anyway.bases.get('a')?.updatedOn).toBe('2')
  const undone = undoEdits(edits)
  expect(undone.rows.size).toBe(0)
  expect(shownValue(undone, a, 'size')).toBe(9)
})

test('a row that is kept after all keeps its edits', () => {
  const edits = mergeTheirs(
    removeRows(set(set(NO_EDITS, 'mine'), 'doing', 'state'), [a]),
    stored('a', { name: 'theirs' }, '2'),
  )
  const kept = resolveClash(edits, cell(), 'theirs')
  expect(edit(kept)).toMatchObject({ state: 'changed', values: { name: 'mine', state: 'doing' } })
  expect(listAttention(kept)).toEqual([cell()])
})
