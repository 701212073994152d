import { Table } from '@plinth/contract'
import { expect, it } from 'vitest'
import { COLUMN_WIDTH, listGridColumns } from './grid-columns.ts'

it('lists id, the fields by order, createdOn and updatedOn', () => {
  const table = Table.parse({
    id: 't',
    name: 't',
    columns: [
      { id: 'c1', name: 'second', order: 2, type: 'number' },
      { id: 'c2', name: 'first', order: 1, type: 'text' },
    ],
  })
  const columns = listGridColumns(table)
  expect(columns.map(({ name }) => name)).toEqual([
    'id',
    'first',
    'second',
    'createdOn',
    'updatedOn',
  ])
  const fixed = columns.filter(({ column }) => column === undefined)
  expect(fixed.map(({ name }) => name)).toEqual(['id', 'createdOn', 'updatedOn'])
  expect(COLUMN_WIDTH).toBe(160)
})
