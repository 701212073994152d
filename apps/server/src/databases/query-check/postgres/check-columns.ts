import { QueryFault } from '../readable/query-fault.ts'
import { POSTGRES_FUNCTIONS } from './allowed-functions.ts'
import { ALLOWED_TYPES } from './allowed-types.ts'
import { CALLABLE_AS_FIELD } from './callable-as-field.ts'
import type { Reference } from './check-tables.ts'
import type { Visit } from './list-nodes.ts'
import { stringsOf } from './names-of.ts'

const SYSTEM_COLUMNS = new Set(['tableoid', 'ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'oid'])
/** Column names that PostgreSQL assigns by itself. */
const DEFAULT_NAME =
  /^(key|value|ordinality|lexeme|positions|weights|coalesce|case|array|row|exists|nullif|greatest|least|grouping|json_\w+|current_\w+|localtime\w*|column\d+|\?column\?)$/

export interface ColumnCheck {
  readonly references: readonly Reference[]
  /** Column names of stored tables, or assigned by a query. */
  readonly names: ReadonlySet<string>
}

/**
 * Throws a QueryFault where `x.name` may be more than a column. PostgreSQL reads it as the call `name(x)` if
 * x has no such column, so a name after a dot must be a known column and must not be a forbidden function.
 */
export function checkColumns(visits: readonly Visit[], check: ColumnCheck): void {
  for (const { kind, node } of visits) {
    if (kind === 'ColumnRef') checkReference(stringsOf(node.fields), check)
    if (kind === 'A_Indirection')
      for (const name of stringsOf(node.indirection))
        if (name !== undefined) checkField(name, check.names)
  }
}

function checkReference(fields: readonly (string | undefined)[], check: ColumnCheck): void {
  const [qualifier, name] = fields
  if (fields.length > 2) throw new QueryFault('Name columns as "column" or "table"."column".')
  const last = fields.at(-1)
  if (last !== undefined && SYSTEM_COLUMNS.has(last))
    throw new QueryFault(`The system column "${last}" is not available in queries.`)
  if (fields.length < 2 || name === undefined) return
  const meant = check.references.filter(({ alias }) => alias === qualifier)
  if (meant.length === 0 || !meant.every((each) => hasColumn(each, name)))
    checkField(name, check.names)
}

function hasColumn({ table, renamesColumns }: Reference, name: string): boolean {
  return !renamesColumns && 'columns' in table && table.columns.includes(name)
}

function checkField(name: string, names: ReadonlySet<string>): void {
  if (POSTGRES_FUNCTIONS.has(name) || ALLOWED_TYPES.has(name)) return
  if (CALLABLE_AS_FIELD.has(name))
    throw new QueryFault(`".${name}" calls a function that is not available in queries.`)
  if (!names.has(name) && !DEFAULT_NAME.test(name))
    throw new QueryFault(`There is no column "${name}" in the tables of this query.`)
}
