import { bound, joinSql, raw, type Sql, sql } from '../../foundation/platform/sql.ts'
import { asId, asNumber, asText, asTimestamp } from './bind-values.ts'
import type { Dialect, Field, Form, JsonNode, KnownRows } from './dialect.ts'
import { moreText, toPair } from './more-text.ts'

/** The function that ends a statement once its time is over. */
export const IN_TIME = '_plinth_in_time'

const ENCODERS: Readonly<Record<Form, (value: unknown) => unknown>> = {
  text: asText,
  id: asId,
  integer: asNumber,
  decimal: asNumber,
  bool: (value) => (typeof value === 'boolean' ? Number(value) : null),
  // Sorts after every stored date.
  date: (value) => asTimestamp(value, '~'),
  json: asText,
}

/** Invalid JSON text would raise an error that depends on the row. */
const sound = (document: Sql): Sql => sql`case when json_valid(${document}) then ${document} end`

function node({ type, value, list }: { type: Sql; value: Sql; list: Sql }): JsonNode {
  return {
    isNull: sql`coalesce(${type}, 'null') = 'null'`,
    text: sql`(case ${type} when 'text' then ${value} end)`,
    number: sql`(case when ${type} in ('integer', 'real') then ${value} end)`,
    bool: sql`(case ${type} when 'true' then 1 when 'false' then 0 end)`,
    length: sql`(case ${type} when 'text' then length(${value}) when 'array' then json_array_length(${list}) else 0 end)`,
  }
}

function pathOf(keys: readonly (string | number)[]): Sql {
  const steps = keys.map((key) =>
    typeof key === 'number' ? `[${key}]` : `.${JSON.stringify(key)}`,
  )
  return bound(`$${steps.join('')}`)
}

function at(document: Sql, keys: readonly (string | number)[]): JsonNode {
  const place = sql`${sound(document)}, ${pathOf(keys)}`
  return node({
    type: sql`json_type(${place})`,
    value: sql`json_extract(${place})`,
    list: place,
  })
}

function unpack(array: Sql, alias: string) {
  const item = (name: string): Sql => raw(`${alias}.${name}`)
  return {
    from: sql`json_each(${array}) as ${raw(alias)}`,
    item: node({ type: item('type'), value: item('atom'), list: item('value') }),
  }
}

/** SQLite functions take at most 1,000 arguments. */
const FIELDS = 400

const keyOf = (name: string): Sql => raw(`'${name.replaceAll("'", "''")}'`)

function object(fields: readonly (readonly [string, Sql])[]): Sql {
  const pairs = fields.slice(0, FIELDS).map(([key, value]) => sql`${keyOf(key)}, ${value}`)
  const head = sql`json_object(${joinSql(pairs, ', ')})`
  const rest = fields.slice(FIELDS).map(([key, value]) => sql`${keyOf(`$."${key}"`)}, ${value}`)
  return rest.length === 0 ? head : sql`json_insert(${head}, ${joinSql(rest, ', ')})`
}

function rowJson(fields: readonly Field[], more?: Sql): Sql {
  const made = object(fields.map(toPair))
  return more ? sql`('{' || coalesce(${more}, '') || substr(${made}, 2))` : made
}

const WIRE: Readonly<Partial<Record<Form, (cell: Sql) => Sql>>> = {
  bool: (cell) => sql`json(case ${cell} when 1 then 'true' when 0 then 'false' end)`,
  json: (cell) => sql`json(${sound(cell)})`,
}

/** `+` takes the column's type away, so that the other side of a comparison decides it, as beside a parameter. */
function knownRows(rows: readonly (readonly unknown[])[], width: number, alias: string): KnownRows {
  const places = Array.from({ length: width }, (_, place) => place)
  const cells = places.map((at) => `json_extract(value, '$[${at}]') as v${at}`)
  const list = raw(['key as n', ...cells].join(', '))
  return {
    from: sql`(select ${list} from json_each(${bound(JSON.stringify(rows))})) as ${raw(alias)}`,
    number: raw(`${alias}.n`),
    value: (place) => raw(`(+${alias}.v${place})`),
  }
}

export const sqliteDialect: Dialect = {
  engine: 'sqlite3',
  style: '?',
  encode: (form, value) => ENCODERS[form](value),
  bind: (form, value) => bound(ENCODERS[form](value)),
  values: (form, values, alias) => ({
    from: sql`json_each(${bound(JSON.stringify(values.map(ENCODERS[form])))}) as ${raw(alias)}`,
    item: raw(`${alias}.value`),
  }),
  isInTime: (row) => sql`${raw(IN_TIME)}(${row})`,
  isAnyOf: (value, form, values) =>
    sql`${value} in (select value from json_each(${bound(JSON.stringify(values.map(ENCODERS[form])))}))`,
  knownRows,

  ordered: (text) => text,
  lower: (text) => sql`lower(${text})`,
  length: (text) => sql`length(${text})`,
  idAsText: (id) => id,
  like: (lowered, pattern) => sql`${lowered} like ${pattern} escape '\\'`,
  position: (text, part) => sql`instr(${text}, ${part})`,
  later: (stored, moment) =>
    sql`max(${moment}, coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', ${stored}, '+0.001 seconds'), ''))`,
  size: (text) => sql`octet_length(${text})`,
  storedSize: (_, cell) => sql`octet_length(${cell})`,
  likelySize: (_, cell) => sql`octet_length(${cell})`,

  json: at,
  items: (document, alias) =>
    unpack(
      sql`case when json_valid(${document}) then case json_type(${document}) when 'array' then ${document} else '[]' end else '[]' end`,
      alias,
    ),
  each: (document, keys, alias) => {
    const [whole, path] = [sound(document), pathOf(keys)]
    const type = sql`coalesce(json_type(${whole}, ${path}), 'null')`
    const value = sql`((${whole}) -> ${path})`
    return unpack(
      sql`case ${type} when 'array' then ${value} when 'null' then '[]' else '[' || ${value} || ']' end`,
      alias,
    )
  },
  isSameScalar: (left, right) =>
    sql`(${left.text} = ${right.text} or ${left.number} = ${right.number} or ${left.bool} = ${right.bool})`,

  array: (values) => sql`json_array(${joinSql(values, ', ')})`,
  object,
  objects: (rows) => sql`(select json_group_array(json(s.j)) from (${rows}) s)`,
  ids: (rows) => sql`(select json_group_array(s.j) from (${rows}) s)`,
  wire: (form, cell) => WIRE[form]?.(cell) ?? cell,
  nested: (made) => sql`json(${made})`,
  records: (fields, rows, alias) => {
    const cells = fields.map(({ cell, form }, at) => {
      const place = sql`e.value, ${raw(`'$[${at}]'`)}`
      if (form !== 'json') return sql`json_extract(${place}) as ${cell}`
      const text = sql`e.value -> ${raw(`'$[${at}]'`)}`
      return sql`case json_type(${place}) when 'null' then null else ${text} end as ${cell}`
    })
    const all = bound(JSON.stringify(rows))
    return sql`(select ${joinSql(cells, ', ')} from json_each(${all}) as e) as ${raw(alias)}`
  },
  numbered: (ids, alias) => ({
    from: sql`json_each(${bound(JSON.stringify(ids.map(asId)))}) as ${raw(alias)}`,
    item: raw(`${alias}.value`),
    position: raw(`${alias}.key`),
  }),
  // SQLite's RETURNING has no table alias, so a sub-select cannot refer to the row.
  canReturnRelated: false,
  prefersManyRows: true,
  // Longer than any value may be, so nothing is allocated.
  failTooLarge: raw('zeroblob(2147483647)'),
  joined: (text, order, condition) =>
    sql`group_concat(${text}, ',' order by ${order}) filter (where ${condition})`,
  rowJson,
  // `nested` and `objects` read it as JSON.
  rowObject: rowJson,
  moreText,
  jsonText: (made) => made,
}
