import type { Trick } from './sql-attack.ts'

/** Names of functions and tables outside of texts that can be spelled differently. */
const NAMES =
  /'(?:[^']|'')*'|\b((?:sqlite|pragma|load|fts3|total|last|_plinth)_[a-z_]+|readfile|writefile|edit|dbstat|fsdir|bytecode)\b/g
const respell = (change: (name: string) => string) => (sql: string) =>
  sql.replace(NAMES, (found, name: string | undefined) =>
    name === undefined ? found : change(name),
  )

/** A select list with quotes that only SQLite's tokenizer closes correctly. */
const QUOTING: readonly Trick[] = [
  { name: 'nothing hidden' },
  { name: 'a quote in backticks', open: "1 as `'`", close: "2 as `''`" },
  { name: 'a quote in brackets', open: "1 as [']", close: "2 as ['']" },
  { name: 'a quote in an identifier', open: `1 as "'"`, close: `2 as "''"` },
  { name: 'identifiers that end in dollars', open: '1 as a$x$', close: '2 as b$x$' },
  { name: 'dollars in brackets', open: '1 as [$$]', close: '2 as [$$ ]' },
  { name: 'a backslash that escapes nothing', open: `'\\' as a`, close: `'\\' as b` },
  { name: 'a comment with a quote', open: `1 as a /* ' */`, close: `2 as b /* ' */` },
  { name: 'a comment that does not nest', open: '1 as a /* /* */', close: '2 as b /* /* */' },
  { name: 'a line comment with a quote', open: `1 as a --'\n`, close: `2 as b --'\n` },
  {
    name: 'a line comment with a carriage return',
    open: `1 as a --\r'\n`,
    close: `2 as b --\r'\n`,
  },
  { name: 'doubled quotes', open: `'''' as a`, close: `'''' as b` },
  { name: 'an identifier that opens a comment', open: '1 as "/*"', close: '2 as "*/"' },
  { name: 'a text that opens a comment', open: `'/*' as a`, close: `'*/' as b` },
  { name: 'an identifier that is a line comment', open: '1 as [--]', close: '2 as b' },
  { name: 'bytes that are a quote', open: `x'27' as a`, close: `X'27' as b` },
  { name: 'an identifier of other letters', open: '1 as \u00a0', close: '2 as \u3000' },
  { name: 'a comment that has no end', tail: ` /*'` },
  { name: 'backticks in brackets', open: '1 as [`]', close: '2 as [``]' },
]

const SPELLING: readonly Trick[] = [
  { name: 'names in quotes', spell: respell((name) => `"${name}"`) },
  { name: 'names in brackets', spell: respell((name) => `[${name}]`) },
  { name: 'names in backticks', spell: respell((name) => `\`${name}\``) },
  { name: 'capital letters', spell: respell((name) => name.toUpperCase()) },
  { name: 'comments after names', spell: respell((name) => `${name}/*(*/`) },
  { name: 'rare white space', spell: (sql) => sql.replaceAll(' ', '\f') },
  { name: 'line feeds', spell: (sql) => sql.replaceAll(' ', '\r\n') },
]

const PLACING: readonly Trick[] = [
  {
    name: 'in a sub-select',
    place: 'select id, (select x from (select {expression} as x) as s) as stolen from topic',
  },
  {
    name: 'in a WITH query',
    place: 'with s(x) as (select {expression}) select id, x as stolen from topic, s',
  },
  { name: 'in an order', place: 'select id from topic order by {expression}' },
  {
    name: 'in a branch of CASE',
    place: `select id, case when name is null then '' else {expression} end as stolen from topic`,
  },
  {
    name: 'in a union',
    place: `select id, '' as stolen from topic union all select 'x', {expression}`,
  },
  {
    name: 'in a JSON constructor',
    place: `select id, json_object('x', {expression}) as stolen from topic`,
  },
  {
    name: 'in a filter of an aggregate',
    place:
      'select max(id) as id, count(*) filter (where {expression} is not null) as stolen from topic',
  },
  {
    name: 'in a window',
    place: 'select id, count(*) over (order by {expression}) as stolen from topic',
  },
  {
    name: 'in VALUES',
    place: 'select t.id, v.column1 as stolen from topic t, (values ({expression})) as v',
  },
]

export const SQLITE_TRICKS: readonly Trick[] = [...QUOTING, ...SPELLING, ...PLACING]
