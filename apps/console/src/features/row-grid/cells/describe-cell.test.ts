import { Column } from '@plinth/contract'
import { expect, it } from 'vitest'
import { describeCell, textOfCell } from './cell-view.tsx'
import { HASHED } from './print-cell.ts'

function fieldOf(type: Column['type'], options: object = {}): Column {
  return Column.parse({ id: 'c', name: 'c', type, options })
}

it('shows a date in local time, as its cell does', () => {
  const date = fieldOf('date')
  const shown = describeCell(date, '2027-03-01T12:00:00.000Z')
  expect(shown).toMatch(/^Mar \d, 2027, \d\d:\d\d$/)
  const names = { key: 'c', name: 'c', stored: 'c', icon: 'date' } as const
  const column = { ...names, column: date, field: date }
  expect(shown).toBe(textOfCell(column, '2027-03-01T12:00:00.000Z')?.text)
  expect(describeCell(date, 'soon')).toBe('soon')
  expect(describeCell(date, null)).toBe('')
})

it('shows the names of related rows that are known, else their ids', () => {
  const owners = fieldOf('relation', { tableId: 't', columnId: 'd', hasMultiple: true })
  const names = new Map([
    ['a', 'Ada'],
    ['b', ''],
  ])
  expect(describeCell(owners, ['a', 'b', 'c'], names)).toBe('Ada, b, c')
  expect(describeCell(owners, 'a', names)).toBe('Ada')
  expect(describeCell(owners, [], names)).toBe('')
})

it('shows other values whole', () => {
  const long = 'word\n'.repeat(200)
  expect(describeCell(fieldOf('text'), long)).toBe(long)
  expect(describeCell(fieldOf('number'), 1234.5)).toBe('1,234.5')
  expect(describeCell(fieldOf('checkbox'), false)).toBe('false')
  expect(describeCell(fieldOf('text', { isHashed: true }), 'hash')).toBe(HASHED)
})
