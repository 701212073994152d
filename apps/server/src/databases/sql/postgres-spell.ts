import { joinSql, raw, type Sql, sql } from '../../foundation/platform/sql.ts'
import type { Field, Form } from './dialect.ts'

const asJson = (value: Sql): Sql => sql`coalesce(to_json(${value})::text, 'null')`
const asIs = (value: Sql): Sql => sql`coalesce((${value})::text, 'null')`
/** Only for values with nothing to escape. */
const inQuotes = (value: Sql): Sql => sql`coalesce('"' || (${value})::text || '"', 'null')`

const SPELLINGS: Readonly<Record<Form, (value: Sql) => Sql>> = {
  text: asJson,
  id: inQuotes,
  integer: asIs,
  decimal: asJson,
  bool: asIs,
  date: inQuotes,
  json: asIs,
}

/**
 * Times are stored in milliseconds. Adding half a millisecond always prints four digits, of which the first
 * three are used: half the cost of `to_char`.
 */
const asTime = (cell: Sql): Sql =>
  sql`coalesce(left(to_json((${cell} at time zone 'UTC') + interval '500 microseconds')::text, 24) || 'Z"', 'null')`

function spell({ value, form, cell }: Field): Sql {
  if (form === 'date' && cell) return asTime(cell)
  return form ? SPELLINGS[form](value) : asJson(value)
}

/** Each `||` copies its left operand, so long lists are joined as a balanced tree. */
const MAX_OPERANDS = 16

function joinTexts(texts: readonly Sql[]): Sql {
  if (texts.length <= MAX_OPERANDS) return joinSql(texts, ' || ')
  const middle = Math.ceil(texts.length / 2)
  const halves = [texts.slice(0, middle), texts.slice(middle)].map(joinTexts)
  return joinSql(
    halves.map((half) => sql`(${half})`),
    ' || ',
  )
}

const quote = (text: string): Sql => raw(`'${text.replaceAll("'", "''")}'`)

/** Writes a row as JSON text piece by piece: building a JSON object first costs PostgreSQL more than the cells. */
export function writeRowJson(fields: readonly Field[], more?: Sql): Sql {
  const start = more ? [quote('{'), sql`coalesce(${more}, '')`] : []
  const pieces = fields.flatMap((field, at) => [
    quote(`${at > 0 ? ',' : more ? '' : '{'}${JSON.stringify(field.key)}:`),
    spell(field),
  ])
  return sql`(${joinTexts([...start, ...pieces, quote('}')])})`
}
