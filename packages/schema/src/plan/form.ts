import type { Column, Database } from '@plinth/contract'
import * as z from 'zod'

/** Semantic type of stored values; several forms can share a database type. */
export const Form = z.enum([
  'text',
  'secret',
  'integer',
  'decimal',
  'boolean',
  'moment',
  'json',
  'choices',
  'file',
  'files',
  'key',
])
export type Form = z.infer<typeof Form>

/** Database type of each form, as spelled in the database's catalogue. */
export const STORED_TYPES: Readonly<Record<Database, Readonly<Record<Form, string>>>> = {
  postgres: {
    text: 'text',
    secret: 'text',
    integer: 'bigint',
    decimal: 'double precision',
    boolean: 'boolean',
    moment: 'timestamp(3) with time zone',
    json: 'jsonb',
    choices: 'jsonb',
    file: 'jsonb',
    files: 'jsonb',
    key: 'uuid',
  },
  sqlite3: {
    text: 'TEXT',
    secret: 'TEXT',
    integer: 'INTEGER',
    decimal: 'REAL',
    boolean: 'INTEGER',
    moment: 'TEXT',
    json: 'TEXT',
    choices: 'TEXT',
    file: 'TEXT',
    files: 'TEXT',
    key: 'TEXT',
  },
}

/** Form of a field's values; for a relation, the form of its key. */
export function formOf(column: Column): Form {
  switch (column.type) {
    case 'number':
      return column.options.hasDecimal ? 'decimal' : 'integer'
    case 'checkbox':
      return 'boolean'
    case 'select':
      return column.options.hasMultiple ? 'choices' : 'text'
    case 'date':
      return 'moment'
    case 'image':
    case 'file':
      return column.options.hasMultiple ? 'files' : 'file'
    case 'json':
      return 'json'
    case 'relation':
      return 'key'
    case 'text':
      return column.options.isHashed ? 'secret' : 'text'
    default:
      return 'text'
  }
}

/** PostgreSQL types that Plinth never creates but can read and write. */
const READ_ALIKE: readonly [type: RegExp, form: Form][] = [
  [/^(integer|smallint)$/, 'integer'],
  [/^real$/, 'decimal'],
  [/^character varying(\(\d+\))?$/, 'text'],
]

/** Infers the form of a column that has no recorded one. */
export function guessForm(engine: Database, type: string): Form | undefined {
  const forms = STORED_TYPES[engine]
  const order: Form[] = ['text', 'integer', 'decimal', 'boolean', 'moment', 'json', 'key']
  const own = order.find((form) => forms[form] === type)
  if (own || engine !== 'postgres') return own
  return READ_ALIKE.find(([pattern]) => pattern.test(type))?.[1]
}
