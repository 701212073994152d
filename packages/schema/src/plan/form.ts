import type { Column, Database } from '@plinth/contract'

/** What a stored value is to a person; two forms may be stored alike. */
export type Form =
  | 'text'
  | 'secret'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'moment'
  | 'json'
  | 'choices'
  | 'file'
  | 'files'
  | 'key'

/** The type a database knows a form by, as its own catalogue spells it. */
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

/** The form of a field's values; a relation has none unless it holds the key. */
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

/** Types of PostgreSQL that we never make, but whose values read and write like those we do. */
const READ_ALIKE: readonly [type: RegExp, form: Form][] = [
  [/^(integer|smallint)$/, 'integer'],
  [/^real$/, 'decimal'],
  [/^character varying(\(\d+\))?$/, 'text'],
]

/** The form that a column of this type can be read as when nobody recorded one. */
export function guessForm(engine: Database, type: string): Form | undefined {
  const forms = STORED_TYPES[engine]
  const order: Form[] = ['text', 'integer', 'decimal', 'boolean', 'moment', 'json', 'key']
  const own = order.find((form) => forms[form] === type)
  if (own || engine !== 'postgres') return own
  return READ_ALIKE.find(([pattern]) => pattern.test(type))?.[1]
}
