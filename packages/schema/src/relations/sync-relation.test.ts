import type { Configuration } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { pairRelations, parseConfiguration, saveColumn } from '../index.ts'
import {
  accepted,
  configurationOf,
  countIds,
  relationIn,
  relationOf,
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

type Side = 'parent' | 'reverse'
type Facts = { name?: string; options?: Partial<typeof buyer.options> }
const steps: [string, Side, Facts, { parent: Facts; reverse: Facts }][] = [
  [
    'renaming the parent',
    'parent',
    { name: 'customer' },
    { parent: { name: 'customer' }, reverse: { options: { backColumnName: 'customer' } } },
  ],
  [
    "the parent's name for the reverse field",
    'parent',
    { options: { backColumnName: 'bought' } },
    { parent: { options: { backColumnName: 'bought' } }, reverse: { name: 'bought' } },
  ],
  [
    "the parent's multiplicity",
    'parent',
    { options: { hasMultiple: true } },
    { parent: { options: { hasMultiple: true } }, reverse: { options: { hasMultipleBack: true } } },
  ],
  [
    "the parent's multiplicity for the reverse field",
    'parent',
    { options: { hasMultipleBack: false } },
    {
      parent: { options: { hasMultipleBack: false } },
      reverse: { options: { hasMultiple: false } },
    },
  ],
  [
    'renaming the reverse field itself',
    'reverse',
    { name: 'purchases' },
    { parent: { options: { backColumnName: 'purchases' } }, reverse: { name: 'purchases' } },
  ],
  [
    "the reverse field's name for the parent",
    'reverse',
    { options: { backColumnName: 'client' } },
    { parent: { name: 'client' }, reverse: { options: { backColumnName: 'client' } } },
  ],
  [
    "the reverse field's multiplicity",
    'reverse',
    { options: { hasMultiple: false } },
    {
      parent: { options: { hasMultipleBack: false } },
      reverse: { options: { hasMultiple: false } },
    },
  ],
  [
    "the reverse field's multiplicity for the parent",
    'reverse',
    { options: { hasMultipleBack: true } },
    { parent: { options: { hasMultiple: true } }, reverse: { options: { hasMultipleBack: true } } },
  ],
  [
    'missing or swapped pairing keys, which users cannot edit',
    'parent',
    { options: { columnId: '', isParent: false } },
    { parent: { options: parent.options }, reverse: { options: reverse.options } },
  ],
]

describe('an existing pair stays in sync', () => {
  test.each(steps)('after %s', (_name, side, facts, wanted) => {
    const [tableId, column] = side === 'parent' ? ['orders', parent] : ['people', reverse]
    const edited = { ...column, ...facts, options: { ...column.options, ...facts.options } }
    const next = accepted(save(paired, [tableId as string, edited as typeof buyer]))
    expect(relationIn(next, ['orders', 'buyer'])).toMatchObject(wanted.parent)
    expect(relationIn(next, ['people', 'new_1'])).toMatchObject(wanted.reverse)
    expect(listBrokenRelations(next)).toEqual([])
  })

  test('while each side keeps its own Required and Hidden', () => {
    const edited = { ...reverse, options: { ...reverse.options, isRequired: true, isHidden: true } }
    const next = accepted(save(paired, ['people', edited]))
    expect(relationIn(next, ['orders', 'buyer'])).toBe(parent)
  })

  test('when both names change in JSON at once', () => {
    const text = JSON.stringify(paired)
      .replace('"name":"buyer"', '"name":"who"')
      .replace('"id":"new_1","name":"orders"', '"id":"new_1","name":"what"')
    const next = accepted(parseConfiguration({ text, before: paired, newId: countIds() }))
    expect(relationIn(next, ['orders', 'buyer'])).toMatchObject({ name: 'who' })
    expect(relationIn(next, ['people', 'new_1'])).toMatchObject({ name: 'what' })
    expect(listBrokenRelations(next)).toEqual([])
  })

  test('and the parent wins if the edited side is unknown', () => {
    const tables = paired.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) =>
        column === reverse ? { ...column, name: 'x' } : column,
      ),
    }))
    const next = pairRelations({ configuration: { ...paired, tables } })
    expect(relationIn(next, ['people', 'new_1']).name).toBe('orders')
  })
})
