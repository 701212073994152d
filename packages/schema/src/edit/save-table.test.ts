import { COLUMN_TYPES, Configuration, Table } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  COLUMN_LIMIT,
  changeColumnType,
  newColumn,
  removeColumn,
  removeTable,
  reorderTables,
  saveColumn,
  saveTable,
  sortTables,
  TABLE_LIMIT,
} from '../index.ts'
import {
  accepted,
  configurationOf,
  countIds,
  rejected,
  relationOf,
  tableIn,
  tableOf,
  textOf,
} from '../testing/examples.ts'

const newId = countIds()
const a = tableOf('a', { columns: [textOf('a1'), textOf('a2')] })
const b = tableOf('b', { columns: [textOf('b1')] })
const configuration = configurationOf(a, b)

describe('saving', () => {
  test('adds a table at the end and leaves the others alone', () => {
    const next = accepted(saveTable({ configuration, table: tableOf('c'), newId }))
    expect(next.tables.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(next.tables[0]).toBe(a)
  })
  test('a rename keeps id and position', () => {
    const next = accepted(saveTable({ configuration, table: { ...a, name: 'x' }, newId }))
    expect(next.tables.map(({ id, name }) => [id, name])).toEqual([
      ['a', 'x'],
      ['b', 'b'],
    ])
    expect(next.tables[0]?.columns[0]).toBe(a.columns[0])
    expect(next.tables[1]).toBe(b)
  })
  test('saving an equal table returns the same object', () => {
    const copy = JSON.parse(JSON.stringify(a))
    expect(accepted(saveTable({ configuration, table: copy, newId }))).toBe(configuration)
    const column = JSON.parse(JSON.stringify(b.columns[0]))
    expect(accepted(saveColumn({ configuration, tableId: 'b', column, newId }))).toBe(configuration)
  })
  test('preserves rule tests when the table or its fields are edited', () => {
    const tests = [
      {
        id: 't',
        name: 'guests',
        operation: 'view',
        expected: 'deny',
        user: null,
        row: { a1: 'x' },
      },
    ] as Table['tests']
    const tested = accepted(saveTable({ configuration, table: { ...a, tests }, newId }))
    const column = { ...textOf('a1'), name: 'z' }
    const next = accepted(saveColumn({ configuration: tested, tableId: 'a', column, newId }))
    const left = accepted(removeColumn({ configuration: next, tableId: 'a', columnId: 'a2' }))
    expect(left.tables[0]?.tests).toEqual(tests)
    expect(
      rejected(saveTable({ configuration, table: { ...a, tests: [{}] } as Table, newId })),
    ).not.toEqual([])
  })
  test('accepts incomplete names in a draft', () => {
    const table = tableOf('c', {
      name: '',
      columns: [newColumn({ id: 'c1' }), newColumn({ id: 'c2' })],
    })
    expect(accepted(saveTable({ configuration, table, newId })).tables[2]).toEqual(table)
  })
  test.each(COLUMN_TYPES.filter((type) => type !== 'relation'))(
    'adds a field of type %s',
    (type) => {
      const column = changeColumnType(newColumn({ id: 'x' }), type)
      const next = accepted(saveColumn({ configuration, tableId: 'a', column, newId }))
      expect(tableIn(next, 'a').columns).toEqual([...a.columns, column])
    },
  )
  test('a Computed table has a query and no fields, other tables no query', () => {
    const computed: Table = { ...a, type: 'Computed', query: 'select 1 as id', indexes: [] }
    const next = accepted(saveTable({ configuration, table: computed, newId }))
    const { indexes, ...wanted } = computed
    expect(tableIn(next, 'a')).toStrictEqual({ ...wanted, columns: [] })
    const back = accepted(
      saveTable({ configuration: next, table: { ...computed, type: 'Base' }, newId }),
    )
    expect(tableIn(back, 'a').query).toBeUndefined()
  })
})

const refusals: [string, () => ReturnType<typeof saveTable>, string, string][] = [
  [
    'a field in a removed table',
    () => saveColumn({ configuration, tableId: 'z', column: textOf('x'), newId }),
    '',
    'This table no longer exists.',
  ],
  [
    'a field in a Computed table',
    () => {
      const computed = configurationOf(tableOf('c', { type: 'Computed' }))
      return saveColumn({ configuration: computed, tableId: 'c', column: textOf('x'), newId })
    },
    '',
    'The fields of a Computed table come from its query.',
  ],
  [
    'a field whose id another table has',
    () => saveColumn({ configuration, tableId: 'a', column: textOf('b1'), newId }),
    'tables.0.columns.2.id',
    'The id "b1" is taken already.',
  ],
  [
    'a table whose id a field has',
    () => saveTable({ configuration, table: tableOf('a1'), newId }),
    'tables.2.id',
    'The id "a1" is taken already.',
  ],
  [
    'a table with one id twice',
    () =>
      saveTable({
        configuration,
        table: tableOf('c', { columns: [textOf('x'), textOf('x')] }),
        newId,
      }),
    'tables.2.columns.1.id',
    'The id "x" is taken already.',
  ],
  [
    'an id that is none',
    () => saveTable({ configuration, table: tableOf('no id'), newId }),
    'tables.2.id',
    'is not a valid id',
  ],
  [
    'a pattern that is too long',
    () => {
      const column = textOf('a1', { options: { ...textOf('').options, pattern: 'x'.repeat(501) } })
      return saveColumn({ configuration, tableId: 'a', column, newId })
    },
    'tables.0.columns.0.options.pattern',
    'Too big: expected string to have <=500 characters',
  ],
  [
    'a removed table',
    () => removeTable({ configuration, tableId: 'z' }),
    '',
    'This table no longer exists.',
  ],
  [
    'a removed field',
    () => removeColumn({ configuration, tableId: 'a', columnId: 'z' }),
    '',
    'This field no longer exists.',
  ],
]

test.each(refusals)('rejects %s', (_name, edit, path, message) => {
  const result = edit()
  expect(rejected(result)).toEqual([message])
  expect(result.ok ? [] : result.issues).toMatchObject([{ path, message }])
})

describe('limits match the contract', () => {
  const columns = Array.from({ length: COLUMN_LIMIT }, (_, count) => textOf(`c${count}`))
  const tables = Array.from({ length: TABLE_LIMIT }, (_, count) => tableOf(`t${count}`))
  const full = configurationOf(tableOf('full', { columns }), tableOf('b'))

  test('the contract accepts exactly this many', () => {
    expect(Configuration.safeParse(full).success).toBe(true)
    expect(Table.safeParse(tableOf('t', { columns: [...columns, textOf('x')] })).success).toBe(
      false,
    )
    expect(Configuration.safeParse(configurationOf(...tables)).success).toBe(true)
    expect(Configuration.safeParse(configurationOf(...tables, tableOf('x'))).success).toBe(false)
  })
  test('saving accepts exactly this many', () => {
    const save = { configuration: full, newId: countIds() }
    expect(rejected(saveColumn({ ...save, tableId: 'full', column: textOf('x') }))).toEqual([
      'A table holds at most 500 fields.',
    ])
    const column = relationOf('r', { tableId: 'full' })
    expect(rejected(saveColumn({ ...save, tableId: 'b', column }))).toEqual([
      '"full" has 500 fields and takes no more.',
    ])
    const many = configurationOf(...tables)
    expect(rejected(saveTable({ configuration: many, table: tableOf('x'), newId }))).toEqual([
      'A project holds at most 2000 tables.',
    ])
  })
})

test('tables are sorted by order, then name', () => {
  const tables = [
    tableOf('1', { name: 'b', order: 1 }),
    tableOf('2', { name: 'B', order: 0 }),
    tableOf('3', { name: 'a', order: 1 }),
    tableOf('4', { name: 'a', order: 0 }),
    tableOf('0', { name: 'a', order: 1 }),
  ]
  expect(sortTables(tables).map(({ id }) => id)).toEqual(['4', '2', '0', '3', '1'])
})

test('reordering moves the named tables to the front and changes only moved tables', () => {
  const tables = ['a', 'b', 'c', 'd'].map((id, order) => tableOf(id, { order }))
  const before = configurationOf(...tables)
  const after = reorderTables(before, ['b', 'a', 'gone'])
  expect(sortTables(after.tables).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd'])
  expect(reorderTables(before, ['a', 'b', 'c', 'd'])).toBe(before)
  expect(reorderTables(before, ['b', 'a']).tables[3]).toBe(tables[3])
})
