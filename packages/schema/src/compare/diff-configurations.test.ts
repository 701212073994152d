import type { Column, Configuration, Table } from '@plinth/contract'
import { expect, test } from 'vitest'
import { changeColumnType, diffConfigurations, saveColumn } from '../index.ts'
import {
  accepted,
  configurationOf,
  countIds,
  relationIn,
  relationOf,
  tableIn,
  tableOf,
  textOf,
} from '../testing/examples.ts'

const total = textOf('c_total', { name: 'total' })
const orders = tableOf('t_orders', { name: 'orders', columns: [total] })
const before = configurationOf(orders)
const withTable = (change: Partial<Table>) => configurationOf({ ...orders, ...change })
const withColumn = (change: object) => withTable({ columns: [{ ...total, ...change } as Column] })
const withOption = (change: object) => withColumn({ options: { ...total.options, ...change } })

const cases: [string, Configuration, [kind: string, sentence: string][]][] = [
  ['nothing', configurationOf({ ...orders }), []],
  [
    'version',
    { ...before, version: 'v2' },
    [['version-changed', 'The version changes from v1 to v2.']],
  ],
  [
    'database',
    { ...before, database: 'postgres' },
    [['database-changed', 'The database changes from sqlite3 to postgres.']],
  ],
  [
    'an added table',
    configurationOf(orders, tableOf('x', { columns: [textOf('b'), textOf('a')] })),
    [['table-added', 'Base table "x" is added, with the fields "b", "a".']],
  ],
  [
    'a removed table',
    configurationOf(),
    [['table-removed', 'Base table "orders" is removed, with the fields "total".']],
  ],
  [
    'a renamed table',
    withTable({ name: 'purchases' }),
    [['table-renamed', 'Table "orders" is renamed to "purchases".']],
  ],
  [
    'a retyped table',
    withTable({ type: 'Auth' }),
    [['table-retyped', 'Table "orders" changes from Base to Auth.']],
  ],
  [
    'a moved table',
    withTable({ order: 3 }),
    [['table-moved', 'Table "orders" moves from 0 to 3.']],
  ],
  ['live', withTable({ live: true }), [['live-changed', 'Table "orders": Live is now on.']]],
  [
    'a rule test',
    withTable({
      tests: [
        { id: 't', name: 'guests', operation: 'view', expected: 'deny', user: null, row: {} },
      ],
    }),
    [['tests-changed', 'Table "orders": its rule tests are now "guests".']],
  ],
  [
    'a rule',
    withTable({ rules: { ...orders.rules, create: '' } }),
    [
      [
        'rule-changed',
        `Table "orders": the create rule changes from "@request.auth.id != """ to no rule.`,
      ],
    ],
  ],
  [
    'a query',
    withTable({ query: 'select 1' }),
    [['query-changed', 'Table "orders": the query changes.']],
  ],
  [
    'an index',
    withTable({ indexes: [{ columns: ['c_total', 'createdOn'], unique: true }] }),
    [['indexes-changed', 'Table "orders": its indexes are now total + createdOn (unique).']],
  ],
  [
    'an added field',
    withTable({ columns: [total, textOf('c_note', { name: 'note' })] }),
    [['column-added', 'Field "note" (text) is added to "orders".']],
  ],
  [
    'a removed field',
    withTable({ columns: [] }),
    [['column-removed', 'Field "total" (text) is removed from "orders".']],
  ],
  [
    'a renamed field',
    withColumn({ name: 'sum' }),
    [['column-renamed', 'Field "total" of "orders" is renamed to "sum".']],
  ],
  [
    'a name taken away',
    withColumn({ name: '' }),
    [['column-renamed', 'Field "total" of "orders" is renamed to (no name yet).']],
  ],
  [
    'a retyped field',
    withTable({ columns: [changeColumnType(total, 'number')] }),
    [['column-retyped', 'Field "total" of "orders" changes its type from text to number.']],
  ],
  [
    'a moved field',
    withColumn({ order: 2 }),
    [['column-moved', 'Field "total" of "orders" moves from 0 to 2.']],
  ],
  [
    'a switch',
    withOption({ isRequired: true }),
    [['option-changed', 'Field "total" of "orders": Required is turned on.']],
  ],
  [
    'a number',
    withOption({ max: 500 }),
    [['option-changed', 'Field "total" of "orders": Maximum changes from 255 to 500.']],
  ],
  [
    'a long text',
    withOption({ pattern: 'x'.repeat(100) }),
    [
      [
        'option-changed',
        `Field "total" of "orders": Pattern changes from nothing to "${'x'.repeat(60)}…".`,
      ],
    ],
  ],
]

test.each(cases)('describes: %s', (_name, after, wanted) => {
  const changes = diffConfigurations({ before, after })
  expect(changes.map(({ kind, sentence }) => [kind, sentence])).toEqual(wanted)
})

test('each change has its table, field and detail', () => {
  const [change] = diffConfigurations({ before, after: withOption({ isHidden: true }) })
  expect(change).toMatchObject({ tableId: 't_orders', columnId: 'c_total', detail: 'isHidden' })
})

test('describes a relation by names, never by ids', () => {
  const newId = countIds()
  const column = { ...relationOf('r', { tableId: 'x', backColumnName: 'back' }), name: 'who' }
  const three = configurationOf(orders, tableOf('x', { name: 'xs' }), tableOf('y', { name: 'ys' }))
  const old = accepted(saveColumn({ configuration: three, tableId: 't_orders', column, newId }))
  const parent = relationIn(old, ['t_orders', 'r'])
  const moved = { ...parent, options: { ...parent.options, tableId: 'y' } }
  const next = accepted(
    saveColumn({ configuration: old, tableId: 't_orders', column: moved, newId }),
  )
  expect(tableIn(next, 'y').columns).toHaveLength(1)
  expect(diffConfigurations({ before: old, after: next }).map(({ sentence }) => sentence)).toEqual([
    'Field "who" of "orders": Related table changes from "xs" to "ys".',
    'Field "who" of "orders": Related field changes from "back" to "back".',
    'Field "back" (relation) is removed from "xs".',
    'Field "back" (relation) is added to "ys".',
  ])
})
