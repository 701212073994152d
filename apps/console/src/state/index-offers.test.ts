import { expect, test } from 'vitest'
import { isOpenOffer } from './index-offers.ts'

const configuration = {
  tables: [
    {
      id: 'book',
      columns: [{ id: 'state' }, { id: 'rank' }],
      indexes: [{ columns: ['state', 'rank'], unique: false }],
    },
  ],
} as never

test.each([
  ['an index that is there', ['state', 'rank'], false],
  ['what an index begins with', ['state'], false],
  ['another order', ['rank', 'state'], true],
  ['a system column', ['rank', 'createdOn'], true],
  ['a field that the draft has no more', ['gone'], false],
])('%s', (_name, columns, expected) => {
  expect(isOpenOffer(configuration, { tableId: 'book', columns })).toBe(expected)
  expect(isOpenOffer(configuration, { tableId: 'other', columns })).toBe(false)
})
