import { Configuration } from '@plinth/contract'
import { sortTables } from '@plinth/schema'
import { describe, expect, it } from 'vitest'
import { moveTable } from './move-table.ts'

const configuration = Configuration.parse({
  tables: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id })),
})
const order = (move: { tableId: string; index: number }) =>
  sortTables(moveTable(configuration, move).tables)
    .map(({ id }) => id)
    .join('')

describe('moveTable', () => {
  it.each([
    ['a', 0, 'abcd'],
    ['a', 1, 'abcd'],
    ['a', 2, 'bacd'],
    ['a', 4, 'bcda'],
    ['d', 0, 'dabc'],
    ['c', 1, 'acbd'],
    ['b', 99, 'acdb'],
    ['b', -5, 'bacd'],
  ])('moving %s before position %d gives %s', (tableId, index, expected) => {
    expect(order({ tableId, index })).toBe(expected)
  })

  it('changes nothing if the table does not move or does not exist', () => {
    expect(moveTable(configuration, { tableId: 'a', index: 1 })).toBe(configuration)
    expect(moveTable(configuration, { tableId: 'x', index: 1 })).toBe(configuration)
  })
})
