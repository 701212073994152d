import type { Column, ColumnOf, Configuration, Table } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { checkNames, defaultOptions, newTable, saveColumn } from '../index.ts'
import {
  accepted,
  configurationOf,
  countIds,
  relationOf,
  tableOf,
  textOf,
} from '../testing/examples.ts'

function named(name: string): Configuration {
  return configurationOf(tableOf('t', { name }))
}

function fieldNamed(...names: string[]): Configuration {
  return configurationOf(
    tableOf('t', { columns: names.map((name, at) => textOf(`c${at}`, { name })) }),
  )
}

function selectOf(options: Partial<ColumnOf<'select'>['options']>): Configuration {
  const all = { ...defaultOptions('select'), ...options }
  return configurationOf(
    tableOf('t', { columns: [{ id: 's', name: 's', order: 0, type: 'select', options: all }] }),
  )
}

function authWithout(change: (columns: Column[]) => Column[]): Configuration {
  const table = newTable({ id: 't', name: 't', order: 0, type: 'Auth', newId: countIds() })
  return configurationOf({ ...table, columns: change(table.columns) })
}

const postgres = (configuration: Configuration): Configuration => ({
  ...configuration,
  database: 'postgres',
})
const shape = 'Start with a letter, then use letters, digits or _, at most 63 characters.'
const pair = accepted(
  saveColumn({
    configuration: configurationOf(tableOf('a'), tableOf('b')),
    tableId: 'a',
    column: relationOf('r', { tableId: 'b', backColumnName: 'back' }),
    newId: countIds(),
  }),
)
const outOfStep = {
  ...pair,
  tables: pair.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => ({ ...column, name: `${column.name}2` })),
  })),
}

const cases: [string, Configuration, [path: string, message: string][]][] = [
  ['nothing wrong', pair, []],
  ['63 characters', named('a'.repeat(63)), []],
  ['an Auth table as it starts', authWithout((columns) => columns), []],
  ['a table without a name', named(''), [['tables.0.name', 'The table has no name.']]],
  [
    'a field without a name',
    fieldNamed(''),
    [['tables.0.columns.0.name', 'A field of the table "t" has no name.']],
  ],
  ['a digit first', named('1a'), [['tables.0.name', `"1a" is not a valid name. ${shape}`]]],
  ['an underscore first', named('_a'), [['tables.0.name', `"_a" is not a valid name. ${shape}`]]],
  [
    'a line break at the end',
    named('a\n'),
    [['tables.0.name', `"a\n" is not a valid name. ${shape}`]],
  ],
  [
    'a quote',
    fieldNamed('a"b'),
    [['tables.0.columns.0.name', `"a"b" is not a valid name. ${shape}`]],
  ],
  [
    'an umlaut',
    fieldNamed('größe'),
    [['tables.0.columns.0.name', `"größe" is not a valid name. ${shape}`]],
  ],
  [
    '64 characters',
    fieldNamed('a'.repeat(64)),
    [['tables.0.columns.0.name', `"${'a'.repeat(64)}" is not a valid name. ${shape}`]],
  ],
  ...['id', 'createdOn', 'updatedOn', 'expand', 'ID'].map((name): (typeof cases)[number] => [
    `the reserved ${name}`,
    fieldNamed(name),
    [['tables.0.columns.0.name', `"${name}" is a name that every row has already.`]],
  ]),
  [
    'two fields that differ in case only',
    fieldNamed('total', 'Total'),
    [['tables.0.columns.1.name', '"Total" is the name of another field ("total").']],
  ],
  [
    'two tables that differ in case only',
    configurationOf(tableOf('a', { name: 'x' }), tableOf('b', { name: 'X' })),
    [['tables.1.name', '"X" is the name of another table ("x").']],
  ],
  [
    "a name of SQLite's own",
    named('sqlite_a'),
    [['tables.0.name', '"sqlite_a" is a name of the database itself.']],
  ],
  ['the same name in PostgreSQL', postgres(named('sqlite_a')), []],
  [
    "a name of PostgreSQL's own",
    postgres(fieldNamed('xmin')),
    [['tables.0.columns.0.name', '"xmin" is a name of the database itself.']],
  ],
  ['the same name in SQLite', fieldNamed('xmin'), []],
  [
    'an id in two tables',
    configurationOf(
      tableOf('a', { columns: [textOf('x')] }),
      tableOf('b', { columns: [textOf('x')] }),
    ),
    [['tables.1.columns.0.id', 'The id "x" is used twice.']],
  ],
  [
    'no options to select',
    selectOf({}),
    [['tables.0.columns.0.options.selectOptions', '"s" has no options to select from.']],
  ],
  [
    'an empty option',
    selectOf({ selectOptions: ['a', ' '] }),
    [['tables.0.columns.0.options.selectOptions', '"s" has an empty option.']],
  ],
  [
    'an option twice',
    selectOf({ selectOptions: ['a', 'a'] }),
    [['tables.0.columns.0.options.selectOptions', '"s" has the same option twice.']],
  ],
  [
    'a default that is not offered',
    selectOf({ selectOptions: ['a'], default: 'b' }),
    [['tables.0.columns.0.options.default', '"s" does not offer its default "b".']],
  ],
  [
    'several defaults for one value',
    selectOf({ selectOptions: ['a', 'b'], default: ['a', 'b'] }),
    [['tables.0.columns.0.options.default', '"s" takes one value but has several defaults.']],
  ],
  [
    'a select as it should be',
    selectOf({ selectOptions: ['a', 'b'], default: ['a', 'b'], hasMultiple: true }),
    [],
  ],
  [
    'a relation to nowhere',
    configurationOf(tableOf('a', { columns: [relationOf('r', { tableId: 'z' })] })),
    [['tables.0.columns.0.options', '"r" points to a table that does not exist.']],
  ],
  [
    'a relation to a Computed table',
    configurationOf(
      tableOf('a', { columns: [relationOf('r', { tableId: 'c' })] }),
      tableOf('c', { type: 'Computed' }),
    ),
    [['tables.0.columns.0.options', '"r" points to "c", which is Computed.']],
  ],
  [
    'a relation without a counterpart',
    configurationOf(tableOf('a', { columns: [relationOf('r', { tableId: 'a' })] })),
    [['tables.0.columns.0.options', '"r" has no counterpart in "a".']],
  ],
  [
    'a pair that disagrees',
    outOfStep,
    [
      ['tables.0.columns.0.options', '"r2" and its counterpart "back2" in "b" disagree.'],
      ['tables.1.columns.0.options', '"back2" and its counterpart "r2" in "a" disagree.'],
    ],
  ],
  [
    'an Auth table without its fields',
    authWithout(() => []),
    [
      ['tables.0.columns', 'An Auth table needs "email" as a field of type email.'],
      ['tables.0.columns', 'An Auth table needs "password" as a field of type text.'],
      ['tables.0.columns', 'An Auth table needs "verified" as a field of type checkbox.'],
    ],
  ],
  [
    'a password in plain text',
    authWithout((columns) =>
      columns.map((column) =>
        column.type === 'text'
          ? { ...column, options: { ...column.options, isHashed: false } }
          : column,
      ),
    ),
    [['tables.0.columns.1.options.isHashed', 'An Auth table needs isHashed on "password".']],
  ],
  [
    'an index on a removed field',
    configurationOf(tableOf('t', { indexes: [{ columns: ['createdOn', 'gone'], unique: false }] })),
    [['tables.0.indexes.0', 'An index names the field "gone", which does not exist.']],
  ],
  [
    "a Computed table's inferred fields",
    configurationOf({ ...(fieldNamed('').tables[0] as Table), type: 'Computed' }),
    [],
  ],
]

describe('rejects a configuration for Sync because of', () => {
  test.each(cases)('%s', (_name, configuration, wanted) => {
    expect(checkNames(configuration).map(({ path, message }) => [path, message])).toEqual(wanted)
  })

  test('names the table and field of every issue', () => {
    expect(checkNames(fieldNamed('ok', 'id'))).toMatchObject([{ tableId: 't', columnId: 'c1' }])
    expect(checkNames(named(''))).toMatchObject([{ tableId: 't', columnId: null }])
  })
})
