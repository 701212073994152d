import { Configuration } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { checkNames } from '../check/check-names.ts'
import type { LiveTable } from '../plan/live-catalogue.ts'
import { planMigration } from '../plan/plan-migration.ts'
import { type Adoption, adoptTables } from './adopt-tables.ts'

interface Given {
  columns?: Record<string, string>
  required?: string[]
  key?: string[]
  unique?: string[]
  links?: Record<string, string>
  kind?: 'table' | 'view'
}

function live(name: string, options: Given = {}): LiveTable {
  const { columns = {}, required = [], key = ['id'], unique = [], links = {} } = options
  const all = { id: 'uuid', ...columns }
  const index = (column: string | string[]) => ({
    name: `${name}_${column}`,
    columns: [column].flat(),
    isUnique: true,
    isValid: true,
  })
  return {
    name,
    kind: options.kind ?? 'table',
    rows: 7,
    columns: Object.entries(all).map(([column, type]) => ({
      name: column,
      type,
      isRequired: column === 'id' || required.includes(column),
      hasDefault: false,
    })),
    indexes: [index(key), ...unique.map(index)],
    foreignKeys: Object.entries(links).map(([column, target]) => ({
      name: column,
      column,
      target,
    })),
  }
}

function adopt(tables: LiveTable[], drafted: object[] = []): Adoption {
  const draft = Configuration.parse({ database: 'postgres', tables: drafted })
  return adoptTables({
    live: { engine: 'postgres', tables },
    draft,
    idOf: (path) => path.replace(/\W/g, '_'),
  })
}

/** Steps of the first sync after an adoption. */
function firstSync(tables: LiveTable[], { applied, draft }: Adoption): string[] {
  const catalogue = { engine: 'postgres', schema: 'public', digest: '', tables, trash: [] } as const
  const plan = planMigration({ live: { ...catalogue, applied, trash: [] }, wanted: draft })
  return plan.steps.map((step) => `${step.class}: ${step.words}`)
}

const MOMENTS = {
  createdOn: 'timestamp(3) with time zone',
  updatedOn: 'timestamp(3) with time zone',
}

describe('skips a table', () => {
  test.each([
    { why: 'it has no key of one column', table: live('t', { key: ['id', 'x'] }) },
    {
      why: 'its key is not called "id"',
      table: live('t', { columns: { no: 'uuid' }, key: ['no'] }),
    },
    { why: 'its key is bigint, not uuid', table: live('t', { columns: { id: 'bigint' } }) },
    { why: 'its name is none that we can serve', table: live('order items') },
    { why: 'it is a view', table: live('t', { kind: 'view' }) },
    { why: '"createdOn" is date', table: live('t', { columns: { createdOn: 'date' } }) },
  ])('because $why', ({ why, table }) => {
    const { applied, leftAlone } = adopt([table])
    expect(applied.tables).toEqual([])
    expect(leftAlone).toEqual([`Table "${table.name}" is left alone: ${why}.`])
  })

  test("and does not report Plinth's own tables", () => {
    expect(adopt([live('_plinth_meta', { key: ['a', 'b'] })]).leftAlone).toEqual([])
  })
})

test('columns become fields that match their type and constraints', () => {
  const columns = {
    name: 'character varying(40)',
    note: 'text',
    age: 'integer',
    total: 'bigint',
    rate: 'double precision',
    ok: 'boolean',
    at: 'timestamp(3) with time zone',
    extra: 'jsonb',
    price: 'numeric(10,2)',
    tags: 'text[]',
  }
  const { applied, draft, leftAlone } = adopt([live('t', { columns, required: ['age'] })])
  const fields = applied.tables[0]?.columns.map(({ name, type }) => `${name} ${type}`)
  expect(fields).toEqual([
    'name text',
    'note text',
    'age number',
    'total number',
    'rate number',
    'ok checkbox',
    'at date',
    'extra json',
  ])
  expect(applied.tables[0]?.columns[0]?.options).toMatchObject({ max: 40 })
  expect(applied.tables[0]?.columns[2]?.options).toMatchObject({
    max: 2147483647,
    isRequired: true,
  })
  expect(applied.tables[0]?.rules.list).toBe('')
  expect(leftAlone).toEqual([
    'Column "price" of "t" is left alone: it is numeric(10,2).',
    'Column "tags" of "t" is left alone: it is text[].',
  ])
  expect(draft.tables).toEqual(applied.tables)
})

test('matching names use the draft’s ids, and nothing existing is dropped or recreated', () => {
  const tables = [
    live('customers', { columns: { ...MOMENTS, name: 'text', city: 'text' } }),
    live('other', { columns: MOMENTS }),
  ]
  const adoption = adopt(tables, [
    { id: 'c', name: 'customers', columns: [{ id: 'n', name: 'name', type: 'text' }] },
    { id: 'o', name: 'orders' },
  ])
  expect(adoption.applied.tables.map(({ id }) => id)).toEqual(['c', 'table_other'])
  expect(adoption.draft.tables.map(({ name }) => name)).toEqual(['customers', 'orders', 'other'])
  expect(checkNames(adoption.draft)).toEqual([])
  expect(firstSync(tables, adoption)).toEqual([
    'safe: Add table "orders".',
    'slow: Build an index over "createdOn", "id" of "customers".',
    'slow: Build an index over "createdOn", "id" of "other".',
  ])
})

test('the first sync converts a field of another type and adds the timestamps', () => {
  const tables = [live('people', { columns: { age: 'text' } })]
  const adoption = adopt(tables, [
    { id: 'p', name: 'people', columns: [{ id: 'a', name: 'age', type: 'number' }] },
  ])
  expect(adoption.applied.tables[0]?.columns).toMatchObject([{ id: 'a', type: 'text' }])
  const steps = firstSync(tables, adoption)
  expect(steps[0]).toBe(
    'safe: Add "createdOn" and "updatedOn" to "people"; existing rows get the present time.',
  )
  expect(steps[1]).toMatch(/^lossy: .*"age"/)
})

describe('a foreign key', () => {
  const tables = [
    live('orders', {
      columns: { ...MOMENTS, customer: 'uuid', seller: 'uuid', far: 'uuid' },
      links: { customer: 'customers', seller: 'customers', far: 'elsewhere' },
      unique: ['seller'],
    }),
    live('customers', { columns: MOMENTS }),
  ]

  test('becomes a relation with both sides', () => {
    const adoption = adopt(tables)
    const [orders, customers] = adoption.applied.tables
    expect(orders?.columns).toMatchObject([
      {
        name: 'customer',
        type: 'relation',
        options: { hasMultiple: false, hasMultipleBack: true },
      },
      { name: 'seller', type: 'relation', options: { hasMultipleBack: false } },
    ])
    expect(customers?.columns.map(({ name }) => name)).toEqual(['orders', 'orders_seller'])
    expect(adoption.leftAlone).toEqual(['Column "far" of "orders" is left alone: it is uuid.'])
    expect(checkNames(adoption.draft)).toEqual([])
    expect(firstSync(tables, adoption).filter((words) => !words.includes('index'))).toEqual([])
  })

  test('becomes the draft’s relation of the same name, with its reverse side', () => {
    const adoption = adopt(tables, [
      {
        id: 'o',
        name: 'orders',
        columns: [
          {
            id: 'oc',
            name: 'customer',
            type: 'relation',
            options: {
              isParent: true,
              tableId: 'c',
              columnId: 'co',
              hasMultipleBack: true,
              backColumnName: 'bought',
            },
          },
        ],
      },
      {
        id: 'c',
        name: 'customers',
        columns: [
          {
            id: 'co',
            name: 'bought',
            type: 'relation',
            options: {
              tableId: 'o',
              columnId: 'oc',
              hasMultiple: true,
              backColumnName: 'customer',
            },
          },
        ],
      },
    ])
    const [orders, customers] = adoption.applied.tables
    expect(orders?.columns.map(({ id }) => id)).toEqual(['oc', 'column_orders_seller'])
    expect(customers?.columns.map(({ name }) => name)).toEqual(['bought', 'orders'])
    expect(checkNames(adoption.draft)).toEqual([])
    expect(firstSync(tables, adoption).filter((words) => !words.includes('index'))).toEqual([])
  })
})
