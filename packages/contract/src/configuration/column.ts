import * as z from 'zod'
import { SchemaId } from '../protocol/ids.ts'

export const COLUMN_TYPES = [
  'text',
  'email',
  'url',
  'phoneNumber',
  'number',
  'checkbox',
  'select',
  'date',
  'relation',
  'image',
  'file',
  'json',
] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

/** Built-in validation patterns for email addresses, URLs and phone numbers. */
export const COLUMN_PATTERNS = {
  email: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
  url: '^(https?|ftp)://[^\\s]+$',
  phoneNumber: '^\\+?[1-9]\\d{0,14}$',
} as const

const flag = z.boolean().default(false)
const pattern = z.string().max(500).default('')
const everywhere = { isHidden: flag, isRequired: flag }
const bound = z.number().nullable().default(null)
const moment = z.string().max(64).nullable().default(null)
const addressLike = { pattern, default: z.string().default(''), isUnique: flag, ...everywhere }
const fileLike = {
  maxFileSize: z.number().int().min(0).default(5_242_880),
  fileTypes: z.array(z.string().max(200)).max(100).default([]),
  hasMultiple: flag,
  isProtected: flag,
  ...everywhere,
}

/** The options of each column type; parsing `{}` gives the spec's defaults. */
export const ColumnOptions = {
  text: z.strictObject({
    min: z.number().int().min(0).nullable().default(0),
    max: z.number().int().min(0).nullable().default(255),
    pattern,
    default: z.string().default(''),
    isRichText: flag,
    isUnique: flag,
    isHashed: flag,
    ...everywhere,
  }),
  email: z.strictObject(addressLike),
  url: z.strictObject(addressLike),
  phoneNumber: z.strictObject(addressLike),
  number: z.strictObject({
    min: bound,
    max: bound,
    default: z.number().nullable().default(0),
    hasDecimal: flag,
    ...everywhere,
  }),
  checkbox: z.strictObject({ default: flag, ...everywhere }),
  select: z.strictObject({
    selectOptions: z.array(z.string().max(255)).max(1000).default([]),
    hasMultiple: flag,
    default: z.union([z.string(), z.array(z.string())]).default(''),
    ...everywhere,
  }),
  date: z.strictObject({ min: moment, max: moment, default: moment, ...everywhere }),
  relation: z.strictObject({
    isParent: flag,
    tableId: z.string().max(64).default(''),
    columnId: z.string().max(64).default(''),
    hasMultiple: flag,
    backColumnName: z.string().max(200).default(''),
    hasMultipleBack: flag,
    ...everywhere,
  }),
  image: z.strictObject(fileLike),
  file: z.strictObject(fileLike),
  json: z.strictObject({
    nesting: z.number().int().min(0).max(64).default(1),
    default: z.json().default({}),
    ...everywhere,
  }),
} as const

const described = { id: SchemaId, name: z.string().max(200), order: z.number().default(0) }

function columnOf<T extends ColumnType, O extends z.ZodObject>(type: T, options: O) {
  return z.strictObject({
    ...described,
    type: z.literal(type),
    options: options.prefault({} as z.input<O>),
  })
}

export const Column = z.discriminatedUnion('type', [
  columnOf('text', ColumnOptions.text),
  columnOf('email', ColumnOptions.email),
  columnOf('url', ColumnOptions.url),
  columnOf('phoneNumber', ColumnOptions.phoneNumber),
  columnOf('number', ColumnOptions.number),
  columnOf('checkbox', ColumnOptions.checkbox),
  columnOf('select', ColumnOptions.select),
  columnOf('date', ColumnOptions.date),
  columnOf('relation', ColumnOptions.relation),
  columnOf('image', ColumnOptions.image),
  columnOf('file', ColumnOptions.file),
  columnOf('json', ColumnOptions.json),
])
export type Column = z.infer<typeof Column>
/** The column of one type, with that type's options. */
export type ColumnOf<T extends ColumnType> = Extract<Column, { type: T }>
