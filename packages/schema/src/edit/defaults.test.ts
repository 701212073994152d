import { COLUMN_TYPES, Column, Configuration, DEFAULT_RULE, Table } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { changeColumnType, defaultOptions, newColumn, newTable } from '../index.ts'
import { countIds } from '../testing/examples.ts'

const shown = { isHidden: false, isRequired: false }
const address = { pattern: '', default: '', isUnique: false, ...shown }
const file = {
  maxFileSize: 5_242_880,
  fileTypes: [],
  hasMultiple: false,
  isProtected: false,
  ...shown,
}

const defaults: { [T in (typeof COLUMN_TYPES)[number]]: object } = {
  text: {
    min: 0,
    max: 255,
    pattern: '',
    default: '',
    isRichText: false,
    isUnique: false,
    isHashed: false,
    ...shown,
  },
  email: address,
  url: address,
  phoneNumber: address,
  number: { min: null, max: null, default: 0, hasDecimal: false, ...shown },
  checkbox: { default: false, ...shown },
  select: { selectOptions: [], hasMultiple: false, default: '', ...shown },
  date: { min: null, max: null, default: null, ...shown },
  relation: {
    isParent: false,
    tableId: '',
    columnId: '',
    hasMultiple: false,
    backColumnName: '',
    hasMultipleBack: false,
    ...shown,
  },
  image: file,
  file,
  json: { nesting: 1, default: {}, ...shown },
}

describe.each(COLUMN_TYPES)('%s', (type) => {
  test('has exactly the options of the specification', () => {
    expect(defaultOptions(type)).toStrictEqual(defaults[type])
  })

  test('resets the options and keeps id, name and order on a type change', () => {
    const kept = { id: 'c', name: 'total', order: 7 }
    const options = { ...defaultOptions('number'), isRequired: true, default: 9 }
    const changed = changeColumnType({ ...kept, type: 'number', options }, type)
    const wanted = type === 'number' ? options : defaults[type]
    expect(changed).toStrictEqual({ ...kept, type, options: wanted })
    expect(Column.parse(changed)).toStrictEqual(changed)
  })
})

test('two fields never share an options object', () => {
  expect(defaultOptions('json').default).not.toBe(defaultOptions('json').default)
})

test('a new field is an unnamed text field of order 0', () => {
  const column = newColumn({ id: 'c' })
  expect(column).toStrictEqual({
    id: 'c',
    name: '',
    order: 0,
    type: 'text',
    options: defaults.text,
  })
})

test('every rule of a new table requires a signed-in user', () => {
  const table = newTable({ id: 't', order: 3, newId: countIds() })
  const rule = DEFAULT_RULE
  const rules = { list: rule, view: rule, create: rule, update: rule, delete: rule }
  expect(table).toStrictEqual({ id: 't', name: '', order: 3, type: 'Base', columns: [], rules })
  expect(Table.parse(table)).toStrictEqual(table)
})

test('an Auth table starts with email, password and verified', () => {
  const table = newTable({ id: 't', order: 0, newId: countIds(), type: 'Auth' })
  expect(table.columns.map(({ id, name, type, order }) => [id, name, type, order])).toEqual([
    ['new_1', 'email', 'email', 0],
    ['new_2', 'password', 'text', 1],
    ['new_3', 'verified', 'checkbox', 2],
  ])
  expect(table.columns[0]?.options).toMatchObject({ isUnique: true, isRequired: true })
  expect(table.columns[1]?.options).toMatchObject({ isHashed: true, isRequired: true })
  expect(table.columns[2]?.options).toMatchObject({ default: false, isRequired: false })
})

test('a new configuration is v1 on sqlite3 without tables', () => {
  expect(Configuration.parse({})).toEqual({ version: 'v1', database: 'sqlite3', tables: [] })
})
