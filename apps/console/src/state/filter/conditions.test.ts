import { Configuration } from '@plinth/contract'
import { catalogueOf, readRule } from '@plinth/expression'
import { describe, expect, it } from 'vitest'
import { type Conditions, printConditions, readConditions } from './conditions.ts'
import { listFilterFields, operatorsOf } from './filter-fields.ts'
import { joinFilters } from './join-filters.ts'
import { suggestCorrection } from './suggest-correction.ts'

const relation = (id: string, hasMultiple: boolean) => ({
  id,
  name: id,
  type: 'relation',
  options: { isParent: true, tableId: 't1', columnId: `${id}Back`, hasMultiple },
})
const plain = ['text', 'email', 'url', 'phoneNumber', 'number', 'date', 'checkbox', 'json', 'file']
const configuration = Configuration.parse({
  tables: [
    {
      id: 't1',
      name: 'orders',
      columns: [
        ...plain.map((type) => ({ id: type, name: type, type })),
        { id: 'pin', name: 'pin', type: 'text', options: { isHashed: true } },
        {
          id: 'tier',
          name: 'tier',
          type: 'select',
          options: { selectOptions: ['gold', 'Silver'] },
        },
        {
          id: 'tags',
          name: 'tags',
          type: 'select',
          options: { selectOptions: ['a', 'b'], hasMultiple: true },
        },
        relation('owner', false),
        relation('owners', true),
      ],
    },
  ],
})
const [table] = configuration.tables
if (!table) throw new Error('no table')
const fields = listFilterFields(table)
const ground = {
  catalogue: catalogueOf(configuration),
  table: 'orders',
  mode: 'filter',
  seesHidden: true,
} as const

const VALUES: Readonly<Record<string, string>> = {
  number: '1.5',
  date: '2026-01-31T00:00:00.000Z',
  checkbox: 'true',
}

describe('the conditions of a filter', () => {
  const choices = fields.flatMap((field) => operatorsOf(field).map((one) => ({ field, one })))

  it.each(choices)('writes and reads back $field.name $one.id', ({ field, one }) => {
    const value = VALUES[field.type] ?? 'it’s "x"'
    const count = one.values === 'none' ? 0 : one.values === 'one' ? 1 : 2
    const item = { field: field.name, operator: one.id, values: [value, 'b'].slice(0, count) }
    const conditions: Conditions = { join: 'and', items: [item] }
    const text = printConditions(conditions, fields)
    expect(readRule(text, ground)).toMatchObject({ ok: true })
    expect(readConditions(text, fields)).toEqual(conditions)
  })

  it('joins with and or or and leaves out conditions without a value', () => {
    const items = [
      { field: 'text', operator: 'contains', values: ['a'] },
      { field: 'number', operator: 'isMore', values: [] },
      { field: 'tier', operator: 'isAnyOf', values: ['gold', 'Silver'] },
    ]
    const text = printConditions({ join: 'or', items }, fields)
    expect(text).toBe('text ~ "a" || tier in ["gold", "Silver"]')
    expect(readConditions(text, fields)).toEqual({ join: 'or', items: [items[0], items[2]] })
  })

  it.each([
    'text = "a" && (number > 1 || number < 0)',
    '(text = "a" || text = "b" && number > 1) && (number < 9 || checkbox = true)',
    'number = 1 && (number = 2 || number = 3 && (number = 4 || number = 5))',
  ])('reads and writes the groups of %s', (text) => {
    const conditions = readConditions(text, fields)
    expect(conditions && printConditions(conditions, fields)).toBe(text)
  })

  it('leaves out conditions without a value and the brackets of a single one', () => {
    const blank = { field: 'number', operator: 'isMore', values: [] }
    const one = { field: 'text', operator: 'contains', values: ['a'] }
    const group: Conditions = { join: 'or', items: [one, blank] }
    expect(printConditions({ join: 'and', items: [one, group] }, fields)).toBe(
      'text ~ "a" && text ~ "a"',
    )
    expect(printConditions({ join: 'and', items: [{ ...group, items: [blank] }] }, fields)).toBe('')
  })

  it.each([
    'number = 1 && (number = 2 || number = 3 && (number = 4 || number = 5 && (number = 6 || number = 7)))',
    'text = "a" && (number > 1 || !(number = 2))',
    '!(text = "a")',
    'owner.text = "a"',
    'date > @now',
    'text = ',
    'nothing = 1',
  ])('does not show %s', (text) => {
    expect(readConditions(text, fields)).toBeUndefined()
  })

  it('offers no hashed field', () => {
    expect(fields.map(({ name }) => name)).not.toContain('pin')
  })
})

describe('suggestCorrection', () => {
  it.each([
    ['tier = gold', 'tier = "gold"'],
    ['tier = silver', 'tier = "Silver"'],
    ['number > 1 && text = Ada', 'number > 1 && text = "Ada"'],
    ['tier in ["gold", silver]', 'tier in ["gold", "Silver"]'],
    ['teir = "gold"', 'tier = "gold"'],
    ['Ada', 'text ~ "Ada"'],
    ['Ada Lovelace', 'text ~ "Ada Lovelace"'],
    ['number = many', undefined],
  ])('%s', (text, expected) => {
    const result = readRule(text, ground)
    const issue = result.ok ? undefined : result.issues[0]
    expect(issue).toBeDefined()
    expect(issue && suggestCorrection(text, issue, { fields, searched: 'text' })?.text).toBe(
      expected,
    )
  })
})

it.each([
  [['', 'size = 1'], 'size = 1'],
  [['a = 1', 'size = 1'], 'a = 1 && size = 1'],
  [['a = 1 && b = 2 // both', 'size = 1'], 'a = 1 && b = 2 && size = 1'],
  [['a = 1 || b = 2', 'size = 1'], '(a = 1 || b = 2) && size = 1'],
  [['a =', 'size = 1'], 'size = 1'],
])('joins the filters %j', (texts, expected) => {
  expect(joinFilters(...texts)).toBe(expected)
})
