import { joinSql, raw, type Sql, sql } from '../../foundation/platform/sql.ts'
import type { Field, Form } from './dialect.ts'

const asJson = (value: Sql): Sql => sql`coalesce(to_json(${value})::text, 'null')`
const asIs = (value: Sql): Sql => sql`coalesce((${value})::text, 'null')`
/** Only for what has nothing to escape. */
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
 * A time is stored to the millisecond. With half of one more it is always written with four digits, of which
 * the first three are kept: that costs half of what `to_char` does.
 */
const asTime = (cell: Sql): Sql =>
  sql`coalesce(left(to_json((${cell} at time zone 'UTC') + interval '500 microseconds')::text, 24) || 'Z"', 'null')`

function spell({ value, form, cell }: Field): Sql {
  if (form === 'date' && cell) return asTime(cell)
  return form ? SPELLINGS[form](value) : asJson(value)
}

/** Each `||` copies what stands before it, so many pieces are put together by halves. */
const TOGETHER = 16

function joinTexts(texts: readonly Sql[]): Sql {
  if (texts.length <= TOGETHER) return joinSql(texts, ' || ')
  const middle = Math.ceil(texts.length / 2)
  const halves = [texts.slice(0, middle), texts.slice(middle)].map(joinTexts)
  return joinSql(
    halves.map((half) => sql`(${half})`),
    ' || ',
  )
}

const quote = (text: string): Sql => raw(`'${text.replaceAll("'", "''")}'`)

/** A row written as text, piece by piece: making an object of it first costs PostgreSQL more than its cells. */
export function spellRow(fields: readonly Field[]): Sql {
  const pieces = fields.flatMap((field, at) => [
    quote(`${at === 0 ? '{' : ','}${JSON.stringify(field.key)}:`),
    spell(field),
  ])
  return sql`(${joinTexts([...pieces, quote('}')])})`
}
