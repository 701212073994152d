import { Configuration } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { catalogueOf } from '../check/catalogue-of.ts'
import { matchesRow, readRowFilter } from './row-filter.ts'

const column = (name: string, type: string, options: object = {}) => ({
  id: name,
  name,
  type,
  options,
})
const configuration = Configuration.parse({
  tables: [
    {
      id: 'o',
      name: 'order',
      columns: [
        column('total', 'number'),
        column('status', 'text'),
        column('paid', 'checkbox'),
        column('due', 'date'),
        column('more', 'json'),
        column('secret', 'text', { isHidden: true }),
        column('buyer', 'relation', { tableId: 'p', columnId: 'orders' }),
      ],
    },
    {
      id: 'p',
      name: 'person',
      columns: [
        column('name', 'text'),
        column('orders', 'relation', { tableId: 'o', columnId: 'buyer' }),
      ],
    },
  ],
})
const input = {
  catalogue: catalogueOf(configuration, [
    { key: 'LIMIT', isSecret: false },
    { key: 'TOKEN', isSecret: true },
  ]),
  table: 'order',
  columns: new Set([
    'id',
    'total',
    'status',
    'paid',
    'due',
    'more',
    'buyer',
    'createdOn',
    'updatedOn',
  ]),
}
const row = {
  id: 'x',
  total: 120,
  status: 'paid',
  paid: true,
  due: '2026-03-01T00:00:00.000Z',
  more: { tags: ['a'] },
  buyer: 'b1',
}

function matches(text: string, old: object | null = null): boolean {
  const read = readRowFilter(text, input)
  if (!read.ok) throw new Error(read.issues[0]?.message)
  const constants = new Map([['LIMIT', '100']])
  return matchesRow(read.checked, { row, old: old as never, constants, now: Date.now() })
}

describe('row event filter', () => {
  test.each([
    ['', 'empty filter: every change'],
    ['total > 100', 'a number'],
    ['status = "paid" && paid = true', 'both'],
    ['due > "2026-02-01"', 'a date'],
    ['more.tags.0 = "a"', 'inside json'],
    ['buyer = "b1"', 'a relation stored in the row'],
    ['status != @const.LIMIT', 'a constant'],
  ])('matches %s (%s)', (text) => {
    expect(matches(text)).toBe(true)
  })

  test.each([['total > 200'], ['status ~ "draft"'], ['!(paid = true)'], ['buyer = null']])(
    'does not match %s',
    (text) => {
      expect(matches(text)).toBe(false)
    },
  )

  test('reads the previous row through @request.old', () => {
    const text = 'status = "paid" && @request.old.status != "paid"'
    expect(matches(text, { ...row, status: 'open' })).toBe(true)
    expect(matches(text, row)).toBe(false)
  })

  test.each([
    ['total >', 'a comparison'],
    ['color = "red"', 'Column with name color not found in table order'],
    ['secret = "x"', 'Column with name secret not found in table order'],
    ['@request.old.secret = "x"', 'Column with name secret not found in table order'],
    ['buyer.name = "Ann"', 'the changed row alone'],
    ['@table.person.name = "Ann"', 'the changed row alone'],
    ['@request.auth.id != ""', '@request.old alone'],
    ['len(@request.body.status) > 2', '@request.old alone'],
    ['total = @const.TOKEN', 'secret'],
  ])('rejects %s: %s', (text, words) => {
    const read = readRowFilter(text, input)
    expect(read.ok).toBe(false)
    if (!read.ok && words !== 'a comparison') expect(read.issues[0]?.message).toContain(words)
  })
})
