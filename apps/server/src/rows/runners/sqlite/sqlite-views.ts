import * as z from 'zod'
import type { Form } from '../../../databases/sql/dialect.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import type { Row } from '../row-runner.ts'
import type { ViewColumn } from '../view-column.ts'

/** Sampled rows of each view, by its name. */
export type Samples = ReadonlyMap<string, readonly Row[]>

/** A column of a view with the field it passes through; undefined for a computed column. */
export interface SqliteViewColumn {
  readonly table: string
  readonly name: string
  readonly origin: { readonly table: string; readonly column: string } | undefined
}

interface Recorded {
  readonly kind: string
  readonly definition: string
}

const Field = z.object({
  name: z.string(),
  type: z.string(),
  options: z
    .object({ hasDecimal: z.boolean().optional(), hasMultiple: z.boolean().optional() })
    .optional(),
})
type Field = z.infer<typeof Field>
const RecordedTable = z.object({ name: z.string(), columns: z.array(Field) })

function formOfField({ type, options }: Field): Form {
  switch (type) {
    case 'number':
      return options?.hasDecimal ? 'decimal' : 'integer'
    case 'checkbox':
      return 'bool'
    case 'date':
    case 'json':
      return type
    case 'image':
    case 'file':
      return 'json'
    case 'select':
      return options?.hasMultiple ? 'json' : 'text'
    default:
      return 'text'
  }
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** SQLite has no types for computed columns, so sampled values decide. */
function formOfValues(values: readonly unknown[]): Form {
  if (values.length === 0) return 'text'
  if (values.every((value) => typeof value === 'number'))
    return values.every(Number.isSafeInteger) ? 'integer' : 'decimal'
  return values.every((value) => typeof value === 'string' && MOMENT.test(value)) ? 'date' : 'text'
}

function formOfOrigin(
  tables: ReadonlyMap<string, readonly Field[]>,
  { table, column }: { table: string; column: string },
): Form {
  if (column === 'createdOn' || column === 'updatedOn') return 'date'
  const field = tables.get(table)?.find(({ name }) => name === column)
  return field ? formOfField(field) : 'text'
}

/** The columns of views, typed by the fields they pass through or by sampled values. */
export function typeViews(
  columns: readonly SqliteViewColumn[],
  known: { readonly rows: readonly Recorded[]; readonly samples: Samples },
): readonly ViewColumn[] {
  const tables = new Map<string, readonly Field[]>()
  for (const { kind, definition } of known.rows) {
    if (kind !== 'table') continue
    const { name, columns: fields } = readStored(RecordedTable, definition, 'recorded table')
    tables.set(name, fields)
  }
  return columns.map(({ table, name, origin }) => {
    const quoted = quoteName(name)
    if (name === 'id') {
      if (origin?.column === 'id') return { table, name, form: 'id', read: quoted }
      return { table, name, form: 'text', read: `cast(${quoted} as text)` }
    }
    if (origin) return { table, name, form: formOfOrigin(tables, origin), read: quoted }
    const values = known.samples.get(table)?.flatMap((row) => row[name] ?? []) ?? []
    const form = formOfValues(values)
    const isMixed = form === 'text' && values.some((value) => typeof value !== 'string')
    return { table, name, form, read: isMixed ? `cast(${quoted} as text)` : quoted }
  })
}
