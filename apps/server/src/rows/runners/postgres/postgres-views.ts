import type { Form } from '../../../databases/sql/dialect.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import { checkRecorded, MISSING_VIEW, refuseViews } from '../check-recorded.ts'
import type { Recorded, Row } from '../row-runner.ts'
import type { ViewColumn } from '../view-column.ts'

/** Parameters: the schema, and the names of the views. */
export const VIEW_COLUMNS = `
  select c.relname as "table", a.attname as name, t.typname as type, t.typcategory as category
  from pg_attribute a join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace join pg_type t on t.oid = a.atttypid
  where n.nspname = $1 and c.relkind = 'v' and c.relname = any($2) and a.attnum > 0
  order by c.relname, a.attnum`

interface Kind {
  readonly form: Form
  readonly read: (column: string) => string
}

const cast = (form: Form, type: string): Kind => ({ form, read: (column) => `${column}::${type}` })
const moment = (from: string): Kind => ({
  form: 'date',
  read: (column) => `(${column}${from} at time zone 'UTC')::timestamptz(3)`,
})

const KINDS: Readonly<Record<string, Kind>> = {
  int2: cast('integer', 'bigint'),
  int4: cast('integer', 'bigint'),
  int8: cast('integer', 'bigint'),
  float4: cast('decimal', 'float8'),
  float8: cast('decimal', 'float8'),
  numeric: cast('decimal', 'float8'),
  bool: cast('bool', 'boolean'),
  timestamptz: cast('date', 'timestamptz(3)'),
  timestamp: moment(''),
  date: moment('::timestamp'),
  json: cast('json', 'jsonb'),
  jsonb: cast('json', 'jsonb'),
}
const LIST: Kind = { form: 'json', read: (column) => `to_jsonb(${column})` }
/** Arrays and rows. */
const LISTS = new Set(['A', 'C'])

function kindOf({ name, type, category }: Row): Kind {
  if (name === 'id') return type === 'uuid' ? cast('id', 'uuid') : cast('text', 'text')
  if (LISTS.has(String(category))) return LIST
  return KINDS[String(type)] ?? cast('text', 'text')
}

/** The columns of views, with database types mapped to ours. */
function toViewColumns(rows: readonly Row[]): readonly ViewColumn[] {
  return rows.map((row) => {
    const { form, read } = kindOf(row)
    const name = String(row.name)
    return { table: String(row.table), name, form, read: read(quoteName(name)) }
  })
}

/** The columns of the views whose queries pass the check, and why the others are refused. */
export async function readPostgresViews(
  rows: Recorded['rows'],
  readColumns: (names: readonly string[]) => Promise<readonly Row[]>,
): Promise<Pick<Recorded, 'views' | 'refused'>> {
  const { views, refused } = await checkRecorded(rows, 'postgres')
  if (views.length === 0) return { views: [], refused }
  const columns = toViewColumns(await readColumns(views.map(({ name }) => name)))
  const found = new Set(columns.map(({ table }) => table))
  const missing = views.filter(({ name }) => !found.has(name))
  return { views: columns, refused: [...refused, ...refuseViews(missing, MISSING_VIEW)] }
}
