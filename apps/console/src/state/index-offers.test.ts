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
  ['closed: the index exists', ['state', 'rank'], false],
  ['closed: a prefix of an index', ['state'], false],
  ['open: another order of fields', ['rank', 'state'], true],
  ['open: with a system column', ['rank', 'createdOn'], true],
  ['closed: a field that the draft no longer has', ['trash'], false],
])('%s', (_name, columns, expected) => {
  expect(isOpenOffer(configuration, { tableId: 'book', columns })).toBe(expected)
  expect(isOpenOffer(configuration, { tableId: 'other', columns })).toBe(false)
})
