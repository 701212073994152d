import type { Column, Table } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  changeColumnType,
  isAuthColumn,
  newTable,
  removeColumn,
  saveColumn,
  saveTable,
} from '../index.ts'
import {
  accepted,
  configurationOf,
  countIds,
  rejected,
  tableIn,
  tableOf,
  textOf,
} from '../testing/examples.ts'

const members = newTable({
  id: 'members',
  order: 0,
  name: 'members',
  type: 'Auth',
  newId: countIds('m'),
})
const configuration = configurationOf({ ...members, columns: [...members.columns, textOf('nick')] })
const [email, password, verified] = members.columns as [Column, Column, Column]

function save(column: Column) {
  return saveColumn({ configuration, tableId: 'members', column, newId: countIds() })
}

function withOption(column: Column, option: object): Column {
  return { ...column, options: { ...column.options, ...option } } as Column
}

describe.each([email, password, verified])('$name of an Auth table', (column) => {
  const keeps = `An Auth table keeps "${column.name}"`

  test('cannot be renamed', () => {
    expect(rejected(save({ ...column, name: 'other' }))).toEqual([
      `${keeps}: it cannot be renamed.`,
    ])
  })
  test('cannot be retyped', () => {
    const message = `An Auth table needs "${column.name}" as a field of type ${column.type}.`
    expect(rejected(save(changeColumnType(column, 'json')))).toEqual([message])
  })
  test('cannot be removed', () => {
    const result = removeColumn({ configuration, tableId: 'members', columnId: column.id })
    expect(rejected(result)).toEqual([`${keeps}: it cannot be removed.`])
  })
  test('cannot be removed by saving the table without it', () => {
    const table = { ...members, columns: members.columns.filter((other) => other !== column) }
    expect(rejected(saveTable({ configuration, table, newId: countIds() }))).toEqual([
      `${keeps}: it cannot be removed.`,
    ])
  })
  test('can be moved and hidden', () => {
    const next = accepted(save(withOption({ ...column, order: 9 }, { isHidden: true })))
    expect(tableIn(next, 'members').columns).toContainEqual(
      withOption({ ...column, order: 9 }, { isHidden: true }),
    )
  })
})

test.each([
  [email, 'isUnique'],
  [email, 'isRequired'],
  [password, 'isHashed'],
  [password, 'isRequired'],
] as const)('$name keeps %s', (column, option) => {
  const message = `An Auth table needs ${option} on "${column.name}".`
  expect(rejected(save(withOption(column, { [option]: false })))).toEqual([message])
})

test('other fields can be edited freely', () => {
  expect(isAuthColumn(members, email.id)).toBe(true)
  expect(isAuthColumn(tableIn(configuration, 'members'), 'nick')).toBe(false)
  const next = accepted(removeColumn({ configuration, tableId: 'members', columnId: 'nick' }))
  expect(tableIn(next, 'members').columns).toEqual(members.columns)
})

describe('a table that becomes Auth', () => {
  function become(columns: Column[]) {
    const base = tableOf('people', { columns })
    const table: Table = { ...base, type: 'Auth' }
    return saveTable({ configuration: configurationOf(base), table, newId: countIds() })
  }

  test('gets its missing fields', () => {
    const next = accepted(become([textOf('nick')]))
    const names = tableIn(next, 'people').columns.map(({ name }) => name)
    expect(names).toEqual(['nick', 'email', 'password', 'verified'])
  })
  test('reuses matching fields and turns on required options', () => {
    const next = accepted(become([textOf('p', { name: 'password' })]))
    const [first, ...rest] = tableIn(next, 'people').columns
    expect(first).toMatchObject({ id: 'p', options: { isHashed: true, isRequired: true } })
    expect(rest.map(({ name }) => name)).toEqual(['email', 'verified'])
  })
  test('is rejected if a field of that name has another type', () => {
    expect(rejected(become([textOf('e', { name: 'email' })]))).toEqual([
      'An Auth table needs "email" as a field of type email.',
    ])
  })
})

test('a table that is no longer Auth can edit its fields freely', () => {
  const table: Table = { ...members, type: 'Base', columns: [] }
  const next = accepted(saveTable({ configuration, table, newId: countIds() }))
  expect(tableIn(next, 'members').columns).toEqual([])
})
