import { Column, type Row } from '@plinth/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addRows, removeRows, setCells, undoEdits } from '../edits/change-edits.ts'
import { countEdits, type Edits, listProblems, NO_EDITS, shownValue } from '../edits/edits.ts'
import { parseKept, printKept } from './kept-edits.ts'

const field = (name: string, type: string, options = {}) =>
  Column.parse({ id: name, name, type, order: 0, options })
const columns = [
  field('name', 'text'),
  field('size', 'number'),
  field('pin', 'text', { isHashed: true }),
  field('photo', 'image'),
]
const FILE = { fileName: 'me.png', fileSize: 3, fileType: 'image/png', fileKey: 'k', url: 'u' }
const stored = (id: string, updatedOn = '1'): Row => ({
  ...{ id, createdOn: '0', updatedOn, name: id, size: 1, photo: null },
})
const print = (edits: Edits, room = 1_000_000) =>
  printKept(edits, { project: 'Shop', table: 'goods', columns, room })
const keep = (edits: Edits) => parseKept(print(edits).text) ?? NO_EDITS

const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean())
const edit = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'new-1', 'new-2'),
  column: fc.constantFrom('name', 'size'),
  value,
  problem: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
  act: fc.constantFrom('set', 'set', 'set', 'remove'),
})

type Act = typeof edit extends fc.Arbitrary<infer Made> ? Made : never

function apply(edits: Edits, { id, column, value: to, problem, act }: Act) {
  const row = id.startsWith('new') ? { id } : stored(id)
  if (act === 'remove') return removeRows(edits, [row])
  const isThere = edits.rows.has(id) || !id.startsWith('new')
  const open = isThere ? edits : addRows(edits, [{ id, values: {} }])
  return setCells(open, [{ row, column, value: to, problem }])
}

describe('kept edits', () => {
  it('are the same after a reload, whatever was edited', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (list) => {
        const edits = list.reduce(apply, NO_EDITS)
        const kept = keep(edits)
        expect([...kept.rows]).toEqual([...edits.rows])
        expect(countEdits(kept)).toBe(countEdits(edits))
        for (const id of kept.rows.keys()) expect(kept.bases.get(id)).toEqual(edits.bases.get(id))
      }),
    )
  })

  it('carry the updatedOn of each row and can be undone one by one', () => {
    const edits = removeRows(
      setCells(NO_EDITS, [{ row: stored('a', '7'), column: 'name', value: 'x' }]),
      [stored('b', '8')],
    )
    const kept = keep(edits)
    expect(kept.bases.get('a')?.updatedOn).toBe('7')
    expect(kept.bases.get('b')?.updatedOn).toBe('8')
    const once = undoEdits(kept)
    expect([...once.rows.keys()]).toEqual(['a'])
    expect(undoEdits(once).rows.size).toBe(0)
  })

  it('contain no hashed value, no chosen file and nothing of an unknown field', () => {
    const edits = setCells(NO_EDITS, [
      { row: stored('a'), column: 'pin', value: 'secret' },
      { row: stored('a'), column: 'photo', value: FILE },
      { row: stored('a'), column: 'gone', value: 'unknown' },
      { row: stored('b'), column: 'pin', value: 'sec', problem: 'too short' },
    ])
    const { text, notKept } = print(edits)
    for (const word of ['secret', 'sec"', 'me.png', 'unknown']) expect(text).not.toContain(word)
    expect(notKept).toBe(0)
    const kept = keep(edits)
    expect(countEdits(kept)).toBe(4)
    expect(listProblems(kept).map(({ column }) => column)).toEqual(['pin', 'photo', 'gone', 'pin'])
    const again = setCells(kept, [{ row: stored('a'), column: 'pin', value: 'secret' }])
    expect(listProblems(again)).toHaveLength(3)
  })

  it('are taken back by undo where a value was not kept', () => {
    const withPhoto = { ...stored('a'), photo: FILE }
    const edits = setCells(NO_EDITS, [{ row: withPhoto, column: 'photo', value: [FILE, FILE] }])
    const kept = keep(edits)
    expect(shownValue(kept, withPhoto, 'photo')).toEqual(FILE)
    expect(undoEdits(kept).rows.size).toBe(0)
  })

  it('keep a cleared file', () => {
    const withPhoto = { ...stored('a'), photo: FILE }
    const kept = keep(setCells(NO_EDITS, [{ row: withPhoto, column: 'photo', value: null }]))
    expect(listProblems(kept)).toEqual([])
    expect(kept.rows.get('a')?.values).toEqual({ photo: null })
  })

  it('never exceed the room, and count what is left out', () => {
    const rows = fc.array(fc.string({ maxLength: 200 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(rows, fc.integer({ min: 100, max: 5000 }), (names, room) => {
        const added = names.map((name, at) => ({ id: `new-${at}`, values: { name } }))
        const { text, notKept } = print(addRows(NO_EDITS, added), room)
        const kept = parseKept(text)
        expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(room)
        expect(kept?.rows.size).toBe(names.length - notKept)
      }),
    )
  })

  it.each(['', 'nonsense', '{}', '{"rows":[{"id":1}]}'])('are none in the text %j', (text) => {
    expect(parseKept(text)).toBeUndefined()
  })
})
