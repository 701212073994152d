import { Column, type Row } from '@plinth/contract'
import { expect, test } from 'vitest'
import { addRows, removeRows, setCells } from '../edits/change-edits.ts'
import { NO_EDITS } from '../edits/edits.ts'
import { printEdits } from './print-edits.ts'

const field = (name: string, type: string, options = {}) =>
  Column.parse({ id: name, name, type, order: 0, options })
const FIELDS = [
  field('name', 'text'),
  field('size', 'number'),
  field('pin', 'text', { isHashed: true }),
  field('photo', 'image'),
]
const row: Row = { id: 'a', createdOn: '0', updatedOn: '1', name: 'Ada', size: 1 }
const EDITS = (() => {
  const changed = setCells(NO_EDITS, [
    { row, column: 'size', value: 2 },
    { row, column: 'pin', value: 'secret' },
    { row, column: 'photo', value: new File(['x'], 'me.png') },
  ])
  const added = addRows(changed, [{ id: 'new-1', values: { name: 'a\tb' } }])
  return removeRows(added, [{ ...row, id: 'b' }])
})()

test('prints whole rows that were changed or added, without secrets, files and deleted rows', () => {
  expect(printEdits(EDITS, FIELDS)).toBe('name\tsize\tpin\tphoto\nAda\t2\t\t\n"a\tb"\t\t\t')
})

test('prints the columns of changed rows and the edited ones of a table whose fields are unknown', () => {
  const changed = setCells(NO_EDITS, [{ row, column: 'size', value: 2 }])
  const edits = addRows(changed, [{ id: 'new-1', values: { note: 'x' } }])
  expect(printEdits(edits, [])).toBe('name\tsize\tnote\nAda\t2\t\n\t\tx')
})
