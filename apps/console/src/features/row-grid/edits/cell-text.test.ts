import { Column } from '@plinth/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameCell } from '../cells/cell-value.ts'
import { HASHED, isHashed, printCell } from '../cells/print-cell.ts'
import { readCell } from '../cells/read-cell.ts'
import type { GridColumn } from '../columns/grid-columns.ts'
import type { RowEdit } from './edits.ts'
import { isBlankCell } from './is-blank-cell.ts'

function field(type: Column['type'], options: object = {}): Column {
  return Column.parse({ id: 'c', name: 'c', type, options })
}

function edit(state: RowEdit['state'], values: RowEdit['values']): RowEdit {
  return { state, values, problems: {} }
}

describe('readCell', () => {
  it.each<[string, Column, string, unknown, string?]>([
    ['text as it is', field('text'), ' a ', ' a '],
    ['text too long', field('text', { max: 2 }), 'abc', 'abc', 'at most 2'],
    ['length counts characters', field('text', { max: 1 }), '🙂', '🙂'],
    ['text too short', field('text', { min: 3 }), 'ab', 'ab', 'at least 3'],
    ['an email', field('email'), ' ada@example.com ', 'ada@example.com'],
    ['an invalid email', field('email'), 'ada', 'ada', 'email'],
    ['a URL', field('url'), 'ftp://a.b', 'ftp://a.b'],
    ['an invalid URL', field('url'), 'javascript:alert(1)', 'javascript:alert(1)', 'http'],
    ['a phone number', field('phoneNumber'), '+4930123', '+4930123'],
    ['an invalid phone number', field('phoneNumber'), '0123', '0123', 'phone'],
    ['whole number', field('number'), ' 12 ', 12],
    ['number with groups', field('number'), '1,234,567', 1_234_567],
    ['empty text is null', field('number'), '', null],
    ['no decimals', field('number'), '1.5', '1.5', 'whole'],
    ['decimals', field('number', { hasDecimal: true }), '1,234.5', 1234.5],
    ['beyond 2^53', field('number'), '9007199254740993', '9007199254740993', 'whole'],
    ['words', field('number'), 'abc', 'abc', 'Enter a number'],
    ['too small', field('number', { min: 3 }), '2', 2, '3 or more'],
    ['too large', field('number', { max: 3 }), '4', 4, '3 or less'],
    ['checked', field('checkbox'), 'TRUE', true],
    ['not checked', field('checkbox'), 'no', false],
    ['neither', field('checkbox'), 'perhaps', 'perhaps', 'true or false'],
    ['an option', field('select', { selectOptions: ['a, b', 'c'] }), 'a, b', 'a, b'],
    ['an unknown option', field('select', { selectOptions: ['a'] }), 'z', 'z', '‘z’'],
    [
      'options',
      field('select', { selectOptions: ['a', 'b'], hasMultiple: true }),
      'b, a,b',
      ['b', 'a'],
    ],
    ['a date', field('date'), '2026-01-31T08:00:00Z', '2026-01-31T08:00:00.000Z'],
    ['an invalid date', field('date'), 'someday', 'someday', 'Enter a date'],
    [
      'too early',
      field('date', { min: '2026-01-01T00:00:00Z' }),
      '2025-01-01',
      '2025-01-01T00:00:00.000Z',
      'or later',
    ],
    ['a grouped phone number', field('phoneNumber'), '+1 (555) 010-0', '+15550100'],
    ['no country code', field('phoneNumber'), '555 0100', '555 0100', 'phone number'],
    ['one id', field('relation'), 'a1', 'a1'],
    ['two ids in a single relation', field('relation'), 'a1, b2', 'a1, b2', 'one id'],
    ['ids', field('relation', { hasMultiple: true }), 'a1, b2,a1', ['a1', 'b2']],
    ['json', field('json'), '{"a":[1]}', { a: [1] }],
    ['invalid JSON', field('json'), '{a', '{a', 'Not valid JSON'],
  ])('%s', (_, column, text, value, problem) => {
    const reading = readCell(column, text)
    expect(reading.value).toEqual(value)
    if (problem === undefined) expect(reading.problem).toBeUndefined()
    else expect(reading.problem).toContain(problem)
  })
})

describe('printCell', () => {
  it('masks a hashed value', () => {
    const hashed = field('text', { isHashed: true })
    expect(isHashed(hashed)).toBe(true)
    expect(printCell(hashed, 'x')).toBe('')
    expect(HASHED).toMatch(/^\*+$/)
  })

  it.each<[string, RowEdit | undefined, boolean]>([
    ['a stored row', undefined, false],
    ['a stored row with an edit of another cell', edit('changed', { other: 1 }), false],
    ['a stored row with a new value', edit('changed', { a: 'x' }), false],
    ['a stored row whose value is cleared', edit('changed', { a: null }), true],
    ['a new row without a value', edit('added', {}), true],
    ['a new row with a value', edit('added', { a: 'x' }), false],
  ])('isBlankCell for a hashed field: %s', (_, waiting, isBlank) => {
    const hashed = field('text', { isHashed: true })
    const column: GridColumn = {
      ...{ key: 'a', name: 'a', icon: 'text', stored: 'a' },
      ...{ column: hashed, field: hashed },
    }
    expect(isBlankCell(column, waiting)).toBe(isBlank)
  })

  it.each<[Column, unknown, string]>([
    [field('relation', { hasMultiple: true }), ['a', 'b'], 'a, b'],
    [field('json'), { a: 1 }, '{\n  "a": 1\n}'],
    [field('number'), 0, '0'],
    [field('checkbox'), false, 'false'],
    [field('text'), null, ''],
  ])('%o', (column, value, text) => {
    expect(printCell(column, value)).toBe(text)
  })

  it('round-trips through readCell', () => {
    const cases: [Column, fc.Arbitrary<unknown>][] = [
      [field('text', { max: null }), fc.string()],
      [field('number', { hasDecimal: true }), fc.double({ noNaN: true, noDefaultInfinity: true })],
      [field('checkbox'), fc.boolean()],
      [field('json'), fc.jsonValue().filter((value) => value !== '' && !Object.is(value, -0))],
      [
        field('date'),
        fc
          .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
          .map((date) => date.toISOString()),
      ],
    ]
    for (const [column, values] of cases) {
      fc.assert(
        fc.property(values, (value) => {
          const back = readCell(column, printCell(column, value)).value
          expect(sameCell(back, JSON.parse(JSON.stringify(value)))).toBe(true)
        }),
      )
    }
  })
})

it.each<[unknown, unknown, boolean]>([
  [null, '', true],
  [undefined, [], true],
  [0, null, false],
  [false, null, false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [['a', 'b'], ['b', 'a'], false],
  [{}, [], false],
])('sameCell(%o, %o) is %s', (one, other, same) => {
  expect(sameCell(one, other)).toBe(same)
})
