import type { Row } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { addRows, removeRows, setCells } from './change-edits.ts'
import { type Edits, NO_EDITS } from './edits.ts'
import { countOutcome, describeOutcome } from './save-outcome.ts'
import type { Tally } from './save-tally.ts'

const row = (id: string): Row => ({ id, createdOn: '0', updatedOn: '1', name: id, size: 1 })
const set = (edits: Edits, id: string, column = 'name', problem?: string) =>
  setCells(edits, [{ row: row(id), column, value: 'new', problem }])
const NOTHING: Tally = {
  ...{ stored: [], deleted: [], deletedByOthers: [] },
  ...{ problems: [], theirs: [], failures: [] },
}
const toast = (edits: Edits, tally: Partial<Tally>) =>
  describeOutcome([countOutcome('goods', { edits, tally: { ...NOTHING, ...tally } })], undefined)
const saved = (...ids: string[]) => ({ stored: ids.map((id) => ({ id, row: row(id) })) })
const two = set(set(NO_EDITS, 'a'), 'b')

describe('the toast after a save', () => {
  it('counts cells of changed rows, and added and deleted rows once', () => {
    const cells = set(set(NO_EDITS, 'a'), 'a', 'size')
    const edits = removeRows(addRows(cells, [{ id: 'n', values: { x: 1, y: 2 } }]), [row('d')])
    expect(toast(edits, { ...saved('a', 'n'), deleted: ['d'] })).toEqual({
      title: 'Changes saved',
      description: '4 changes in goods',
    })
  })

  it.each([
    ['a refused value', two, { ...saved('a'), problems: [problem('b')] }, '1 saved, 1 refused'],
    ['an invalid value', set(two, 'c', 'name', 'no'), saved('a', 'b'), '2 saved, 1 refused'],
    ['only an invalid value', set(NO_EDITS, 'c', 'name', 'no'), {}, 'Nothing saved, 1 refused'],
    ['a conflict', two, { ...saved('a'), theirs: [row('b')] }, '1 saved, 1 in conflict'],
    ['a deleted row', two, { ...saved('a'), deletedByOthers: ['b'] }, '1 saved, 1 in conflict'],
    ['a lost connection', two, { failures: [new Error()] }, 'Nothing saved, 2 failed'],
  ] as [string, Edits, Partial<Tally>, string][])('names %s', (_, edits, tally, title) => {
    expect(toast(edits, tally)).toMatchObject({ title, variant: 'destructive' })
  })

  it('adds up tables', () => {
    const one = countOutcome('goods', { edits: two, tally: { ...NOTHING, ...saved('a', 'b') } })
    expect(describeOutcome([one, { ...one, table: 'orders' }], undefined)).toEqual({
      title: 'Changes saved',
      description: '4 changes in 2 tables',
    })
  })
})

function problem(id: string) {
  return { id, column: 'name', message: 'no' }
}
