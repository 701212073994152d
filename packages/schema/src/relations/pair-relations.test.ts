import type { Configuration } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  changeColumnType,
  findCounterpart,
  pairRelations,
  parseConfiguration,
  removeColumn,
  removeTable,
  saveColumn,
  saveTable,
} from '../index.ts'
import {
  accepted,
  configurationOf,
  countIds,
  rejected,
  relationIn,
  relationOf,
  tableIn,
  tableOf,
  textOf,
} from '../testing/examples.ts'
import { listBrokenRelations } from '../testing/invariants.ts'

const start = configurationOf(
  tableOf('orders', { columns: [textOf('note', { order: 4 })] }),
  tableOf('people', { columns: [textOf('nick', { order: 4 })] }),
  tableOf('totals', { type: 'Computed', query: 'select 1 as id' }),
)
const buyer = relationOf('buyer', {
  tableId: 'people',
  backColumnName: 'orders',
  hasMultipleBack: true,
})

function save(configuration: Configuration, [tableId, column]: [string, typeof buyer]) {
  return saveColumn({ configuration, tableId, column, newId: countIds() })
}

const paired = accepted(save(start, ['orders', buyer]))
const parent = relationIn(paired, ['orders', 'buyer'])
const reverse = relationIn(paired, ['people', 'new_1'])

describe('a new relation field', () => {
  test('becomes the parent and gets a reverse field in the target table', () => {
    expect(parent.options).toMatchObject({ isParent: true, tableId: 'people', columnId: 'new_1' })
    expect(reverse).toMatchObject({
      name: 'orders',
      order: 5,
      options: {
        isParent: false,
        tableId: 'orders',
        columnId: 'buyer',
        hasMultiple: true,
        backColumnName: 'buyer',
        hasMultipleBack: false,
        isRequired: false,
        isHidden: false,
      },
    })
    expect(tableIn(paired, 'totals')).toBe(tableIn(start, 'totals'))
    const place = { configuration: paired, tableId: 'people', columnId: 'new_1' }
    expect(findCounterpart(place)?.column).toBe(parent)
  })

  test('can point to its own table', () => {
    const boss = relationOf('boss', { tableId: 'people', backColumnName: 'staff' })
    const own = accepted(save(start, ['people', boss]))
    expect(tableIn(own, 'people').columns.map(({ name }) => name)).toEqual([
      'nick',
      'boss',
      'staff',
    ])
    expect(listBrokenRelations(own)).toEqual([])
    const gone = accepted(
      removeColumn({ configuration: own, tableId: 'people', columnId: 'new_1' }),
    )
    expect(tableIn(gone, 'people').columns).toEqual(tableIn(start, 'people').columns)
  })

  test('gets an unused id', () => {
    const ids = ['note', 'buyer', 'orders', 'fine']
    const newId = () => ids.shift() ?? 'none'
    const next = accepted(
      saveColumn({ configuration: start, tableId: 'orders', column: buyer, newId }),
    )
    expect(relationIn(next, ['orders', 'buyer']).options.columnId).toBe('fine')
  })

  const refusals = [
    ['without a target', { tableId: '' }, 'Choose the table that this field points to.'],
    ['to nowhere', { tableId: 'nope' }, 'The table that this field points to does not exist.'],
    ['to a Computed table', { tableId: 'totals' }, 'A Computed table cannot be pointed to.'],
  ] as const
  test.each(refusals)('is rejected %s', (_name, options, message) => {
    expect(rejected(save(start, ['orders', relationOf('r', options)]))).toEqual([message])
  })
})

describe('a changed target', () => {
  test('moves the reverse field of a parent', () => {
    const moved = { ...parent, options: { ...parent.options, tableId: 'orders' } }
    const next = accepted(
      saveColumn({
        configuration: paired,
        tableId: 'orders',
        column: moved,
        newId: countIds('next'),
      }),
    )
    expect(tableIn(next, 'people').columns).toEqual(tableIn(start, 'people').columns)
    expect(relationIn(next, ['orders', 'next_1'])).toMatchObject({ name: 'orders' })
  })

  test('is rejected on the reverse side', () => {
    const moved = { ...reverse, options: { ...reverse.options, tableId: 'people' } }
    expect(rejected(save(paired, ['people', moved]))).toEqual([
      '"buyer" of "orders" decides where this field points to.',
    ])
  })
})

describe('removes a field without counterpart', () => {
  const people = (configuration: Configuration) => tableIn(configuration, 'people').columns
  const orders = (configuration: Configuration) => tableIn(configuration, 'orders').columns
  const clean = (configuration: Configuration) => {
    expect(orders(configuration)).toEqual(orders(start))
    expect(people(configuration)).toEqual(people(start))
  }

  test('when the parent is removed', () => {
    clean(accepted(removeColumn({ configuration: paired, tableId: 'orders', columnId: 'buyer' })))
  })
  test('when the reverse field is removed', () => {
    clean(accepted(removeColumn({ configuration: paired, tableId: 'people', columnId: 'new_1' })))
  })
  test('when the target table is removed', () => {
    const next = accepted(removeTable({ configuration: paired, tableId: 'people' }))
    expect(orders(next)).toEqual(orders(start))
  })
  test('when the table of the parent is removed', () => {
    const next = accepted(removeTable({ configuration: paired, tableId: 'orders' }))
    expect(people(next)).toEqual(people(start))
  })
  test('when one side changes its type', () => {
    const column = changeColumnType(reverse, 'number')
    const next = accepted(
      saveColumn({ configuration: paired, tableId: 'people', column, newId: countIds() }),
    )
    expect(orders(next)).toEqual(orders(start))
    expect(people(next).map(({ type }) => type)).toEqual(['text', 'number'])
  })
  test('when the target becomes Computed', () => {
    const table = { ...tableIn(paired, 'people'), type: 'Computed' as const }
    const next = accepted(saveTable({ configuration: paired, table, newId: countIds() }))
    expect(orders(next)).toEqual(orders(start))
    expect(people(next)).toEqual([])
  })
  test('when the reverse field is deleted in JSON', () => {
    const tables = paired.tables.map((table) =>
      table.id === 'people' ? tableIn(start, 'people') : table,
    )
    const text = JSON.stringify({ ...paired, tables })
    clean(accepted(parseConfiguration({ text, before: paired, newId: countIds() })))
  })
  test('together with the indexes that need it', () => {
    const indexes = [
      { columns: ['buyer', 'createdOn'], unique: false },
      { columns: ['note'], unique: true },
    ]
    const table = { ...tableIn(paired, 'orders'), indexes }
    const indexed = accepted(saveTable({ configuration: paired, table, newId: countIds() }))
    const next = accepted(removeTable({ configuration: indexed, tableId: 'people' }))
    expect(tableIn(next, 'orders').indexes).toEqual([{ columns: ['note'], unique: true }])
  })
  test('when two parents claim the same reverse field', () => {
    const second = { ...parent, id: 'second', name: 'second' }
    const tables = paired.tables.map((table) =>
      table.id === 'orders' ? { ...table, columns: [...table.columns, second] } : table,
    )
    const next = pairRelations({ configuration: { ...paired, tables } })
    expect(next.tables).toEqual(paired.tables)
  })
})

test('creates the counterpart of a parent written in JSON', () => {
  const options = { isParent: true, tableId: 'people', backColumnName: 'orders' }
  const column = { id: 'buyer', name: 'buyer', type: 'relation', options }
  const text = JSON.stringify({
    tables: [
      { id: 'orders', name: 'orders', columns: [column] },
      { id: 'people', name: 'people' },
    ],
  })
  const next = accepted(parseConfiguration({ text, before: configurationOf(), newId: countIds() }))
  expect(relationIn(next, ['people', 'new_1']).name).toBe('orders')
})
