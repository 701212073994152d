import { bound, joinSql, raw, type Sql, sql } from '../../foundation/platform/sql.ts'
import { asId, asNumber, asText, asTimestamp } from './bind-values.ts'
import type { Dialect, Form, JsonNode, KnownRows } from './dialect.ts'
import { moreText, toPair } from './more-text.ts'
import { writeRowJson } from './postgres-spell.ts'

const TYPES: Readonly<Record<Form, string>> = {
  text: 'text',
  id: 'uuid',
  integer: 'bigint',
  decimal: 'float8',
  bool: 'boolean',
  date: 'timestamptz',
  json: 'jsonb',
}

const ENCODERS: Readonly<Record<Form, (value: unknown) => unknown>> = {
  text: asText,
  id: asId,
  integer: asNumber,
  decimal: asNumber,
  bool: (value) => (typeof value === 'boolean' ? value : null),
  date: (value) => asTimestamp(value, 'infinity'),
  json: asText,
}

function node(x: Sql): JsonNode {
  const type = sql`jsonb_typeof(${x})`
  const text = sql`case ${type} when 'string' then ${x} #>> '{}' end`
  const fits = sql`abs((${x})::numeric) < 1e308 and ((${x})::numeric = 0 or abs((${x})::numeric) > 1e-307)`
  return {
    isNull: sql`coalesce(${type}, 'null') = 'null'`,
    text: sql`(${text})`,
    // A number outside the float8 range would raise an error that depends on the row.
    number: sql`(case ${type} when 'number' then case when ${fits} then (${x})::float8 end end)`,
    bool: sql`(case ${type} when 'boolean' then (${x})::boolean end)`,
    length: sql`(case ${type} when 'string' then char_length(${x} #>> '{}') when 'array' then jsonb_array_length(${x}) else 0 end)`,
  }
}

/** Strict and silent: a key of a list or an index into an object yields null, as in the expression language. */
function at(document: Sql, keys: readonly (string | number)[]): Sql {
  if (keys.length === 0) return document
  if (keys.every((key) => typeof key === 'string'))
    return sql`(${document} #> ${bound(keys)}::text[])`
  const steps = keys.map((key) =>
    typeof key === 'number' ? `[${key}]` : `.${JSON.stringify(key)}`,
  )
  return sql`jsonb_path_query_first(${document}, ${bound(`strict $${steps.join('')}`)}::jsonpath, '{}', true)`
}

function unpack(array: Sql, alias: string) {
  const name = raw(alias)
  return {
    from: sql`jsonb_array_elements(${array}) as ${name}(v)`,
    item: node(sql`${name}.v`),
  }
}

/** A column name in our derived table becomes a key of the object. */
const quoted = (name: string): Sql => raw(`"${name.replaceAll('"', '""')}"`)

function object(fields: readonly (readonly [key: string, value: Sql])[]): Sql {
  const cells = fields.map(([key, value]) => sql`${value} as ${quoted(key)}`)
  // json_build_object takes at most 50 fields.
  return sql`(select row_to_json(o) from (select ${joinSql(cells, ', ')}) o)`
}

const list = (rows: Sql): Sql => sql`(select coalesce(json_agg(s.j), '[]'::json) from (${rows}) s)`

/** Every parameter is converted from its text by a cast, which does the same for the text of a column. */
function knownRows(rows: readonly (readonly unknown[])[], width: number, alias: string): KnownRows {
  const places = Array.from({ length: width }, (_, place) => place)
  const textOf = (value: unknown) => (value === null ? null : String(value))
  const lists = places.map((at) => sql`${bound(rows.map((row) => textOf(row[at])))}::text[]`)
  const numbers = sql`${bound(rows.map((_, number) => number))}::int[]`
  const names = ['n', ...places.map((at) => `v${at}`)].join(', ')
  return {
    from: sql`unnest(${joinSql([numbers, ...lists], ', ')}) as ${raw(`${alias}(${names})`)}`,
    number: raw(`${alias}.n::text`),
    value: (place) => raw(`${alias}.v${place}`),
  }
}

export const postgresDialect: Dialect = {
  engine: 'postgres',
  style: '$',
  encode: (form, value) => ENCODERS[form](value),
  bind: (form, value) => sql`${bound(ENCODERS[form](value))}::${raw(TYPES[form])}`,
  values: (form, values, alias) => ({
    from: sql`unnest(${bound(values.map(ENCODERS[form]))}::${raw(TYPES[form])}[]) as ${raw(alias)}(v)`,
    item: raw(`${alias}.v`),
  }),
  isAnyOf: (value, form, values) =>
    sql`${value} = any(${bound(values.map(ENCODERS[form]))}::${raw(TYPES[form])}[])`,
  knownRows,

  ordered: (text) => sql`${text} collate "C"`,
  lower: (text) => sql`lower(${text} collate "C")`,
  length: (text) => sql`char_length(${text})`,
  idAsText: (id) => sql`(${id})::text`,
  like: (lowered, pattern) => sql`${lowered} like ${pattern}`,
  position: (text, part) => sql`strpos(${text}, ${part})`,
  later: (stored, moment) => sql`greatest(${moment}, ${stored} + interval '1 millisecond')`,
  size: (text) => sql`octet_length(${text})`,
  // Neither reads a value that is stored out of line. Stored JSON is at most four times as long as its text.
  storedSize: (form, cell) =>
    form === 'text' ? sql`octet_length(${cell})` : sql`(pg_column_size(${cell}) / 4)`,
  // Ordinary JSON is compressed to a third or half, one repeated text to a hundredth.
  likelySize: (form, cell) =>
    form === 'text'
      ? sql`octet_length(${cell})`
      : sql`(pg_column_size(${cell}) * case when pg_column_compression(${cell}) is null then 1 else 8 end)`,

  json: (document, keys) => node(at(document, keys)),
  items: (document, alias) =>
    unpack(
      sql`case jsonb_typeof(${document}) when 'array' then ${document} else '[]'::jsonb end`,
      alias,
    ),
  each: (document, keys, alias) => {
    const x = at(document, keys)
    return unpack(
      sql`case coalesce(jsonb_typeof(${x}), 'null') when 'array' then ${x} when 'null' then '[]'::jsonb else jsonb_build_array(${x}) end`,
      alias,
    )
  },
  isSameScalar: (left, right) =>
    sql`(${left.text} = ${right.text} or ${left.number} = ${right.number} or ${left.bool} = ${right.bool})`,

  array: (values) => sql`json_build_array(${joinSql(values, ', ')})`,
  object,
  objects: list,
  ids: list,
  wire: (form, cell) =>
    form === 'date'
      ? sql`to_char(${cell} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : cell,
  nested: (object) => object,
  records: (fields, rows, alias) => {
    const cells = fields.map(({ cell, form }, at) => {
      const value = sql`(e.v -> ${raw(String(at))})`
      if (form === 'json') return sql`nullif(${value}, 'null'::jsonb) as ${cell}`
      return sql`(${value} #>> '{}')::${raw(TYPES[form])} as ${cell}`
    })
    const all = bound(JSON.stringify(rows))
    return sql`(select ${joinSql(cells, ', ')} from jsonb_array_elements(${all}::jsonb) as e(v)) as ${raw(alias)}`
  },
  numbered: (ids, alias) => ({
    from: sql`unnest(${bound(ids.map(asId))}::uuid[]) with ordinality as ${raw(alias)}(v, n)`,
    item: raw(`${alias}.v`),
    position: raw(`${alias}.n - 1`),
  }),
  canReturnRelated: true,
  prefersManyRows: false,
  joined: (text, order, condition) =>
    sql`string_agg(${text}, ',' order by ${order}) filter (where ${condition})`,
  rowJson: writeRowJson,
  rowObject: (fields, more) =>
    more ? sql`${writeRowJson(fields, more)}::json` : object(fields.map(toPair)),
  moreText,
  jsonText: (object) => sql`${object}::text`,
}
