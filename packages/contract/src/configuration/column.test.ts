import { describe, expect, test } from 'vitest'
import { COLUMN_PATTERNS, COLUMN_TYPES, Column, ColumnOptions, type ColumnType } from './column.ts'

const everywhere = { isHidden: false, isRequired: false }
const addressLike = { pattern: '', default: '', isUnique: false, ...everywhere }
const fileLike = {
  maxFileSize: 5_242_880,
  fileTypes: [],
  hasMultiple: false,
  isProtected: false,
  ...everywhere,
}

const defaults: Record<ColumnType, unknown> = {
  text: {
    min: 0,
    max: 255,
    pattern: '',
    default: '',
    isRichText: false,
    isUnique: false,
    isHashed: false,
    ...everywhere,
  },
  email: addressLike,
  url: addressLike,
  phoneNumber: addressLike,
  number: { min: null, max: null, default: 0, hasDecimal: false, ...everywhere },
  checkbox: { default: false, ...everywhere },
  select: { selectOptions: [], hasMultiple: false, default: '', ...everywhere },
  date: { min: null, max: null, default: null, ...everywhere },
  relation: {
    isParent: false,
    tableId: '',
    columnId: '',
    hasMultiple: false,
    backColumnName: '',
    hasMultipleBack: false,
    ...everywhere,
  },
  image: fileLike,
  file: fileLike,
  json: { nesting: 1, default: {}, ...everywhere },
}

describe.each(COLUMN_TYPES)('a column of type %s', (type) => {
  test('has the defaults of the spec', () => {
    expect(ColumnOptions[type].parse({})).toEqual(defaults[type])
    const column = Column.parse({ id: 'a', name: '', type })
    expect(column).toEqual({ id: 'a', name: '', order: 0, type, options: defaults[type] })
  })

  test('rejects an unknown option', () => {
    expect(ColumnOptions[type].safeParse({ unplanned: 1 }).success).toBe(false)
  })
})

test.each([
  ['an unknown type', { id: 'a', name: 'a', type: 'colour' }],
  ["another type's options", { id: 'a', name: 'a', type: 'checkbox', options: { isHashed: true } }],
  ['an id with a space', { id: 'a b', name: 'a', type: 'text' }],
  ['no type', { id: 'a', name: 'a' }],
])('rejects a column with %s', (_, column) => {
  expect(Column.safeParse(column).success).toBe(false)
})

test.each([
  ['email', 'a@b.c', true],
  ['email', 'a@b', false],
  ['email', 'a b@c.d', false],
  ['url', 'https://a', true],
  ['url', 'ftp://a', true],
  ['url', 'javascript:alert(1)', false],
  ['phoneNumber', '+491234567890123', true],
  ['phoneNumber', '+4912345678901234', false],
  ['phoneNumber', '0123', false],
] as const)('%s accepts %j: %s', (type, text, fits) => {
  expect(new RegExp(COLUMN_PATTERNS[type]).test(text)).toBe(fits)
})
