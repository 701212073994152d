import { type ColumnOf, Configuration, type Table } from '@plinth/contract'
import { newColumn } from '@plinth/schema'
import { expect, it } from 'vitest'
import { renameReverses, startType, targetOptions } from './start-relation.ts'

const configuration = Configuration.parse({
  tables: [
    { id: 'o', name: 'orders' },
    { id: 'c', name: 'customers', columns: [{ id: 'x', name: 'Orders', type: 'text' }] },
    { id: 'v', name: 'totals', type: 'Computed' },
  ],
})
const [orders] = configuration.tables as [Table]
const place = { configuration, table: orders }
const start = (at = place) =>
  startType({ ...newColumn({ id: 'n' }), name: 'customer' }, 'relation', at) as ColumnOf<'relation'>

it('starts as many-to-one to the only other table, under a free reverse name', () => {
  expect(start().options).toMatchObject({
    tableId: 'c',
    hasMultiple: false,
    hasMultipleBack: true,
    backColumnName: 'orders2',
  })
})

it('chooses no target among several, and itself where there is no other table', () => {
  const more = { ...configuration, tables: [...configuration.tables, { ...orders, id: 's' }] }
  expect(start({ ...place, configuration: more }).options).toMatchObject({
    tableId: '',
    backColumnName: 'orders',
  })
  const alone = { ...configuration, tables: [orders] }
  expect(start({ ...place, configuration: alone }).options.tableId).toBe('o')
})

it('keeps a typed reverse name when the target changes', () => {
  const column = start()
  const typed = { ...column, options: { ...column.options, backColumnName: 'purchases' } }
  expect(targetOptions(place, typed, 'o').backColumnName).toBe('purchases')
  expect(targetOptions(place, column, 'o').backColumnName).toBe('orders')
})

it('follows the name of its table until a reverse name is typed', () => {
  const column = start()
  const place2 = { configuration, table: { ...orders, name: 'sales', columns: [column] } }
  const renamed = renameReverses([column], { from: 'orders', place: place2, isNew: () => true })
  expect(renamed[0]?.options).toMatchObject({ backColumnName: 'sales' })
  expect(renameReverses([column], { from: 'orders', place: place2, isNew: () => false })).toEqual([
    column,
  ])
})

it('changes nothing but the options of other types', () => {
  expect(startType(newColumn({ id: 'n' }), 'number', place).options).not.toHaveProperty('tableId')
})
