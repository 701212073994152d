import type { Trick } from './sql-attack.ts'

/** Names of functions and tables outside of texts that can be spelled differently. */
const NAMES =
  /'(?:[^']|'')*'|\b((?:pg|lo|ts|query|table|schema|database|set|current|inet)_[a-z_]+|_plinth_[a-z]+|version|dblink)\b(?! )/g
const KEYWORDS = new Set(['current_user', 'table_to', 'schema_to'])
const respell = (change: (name: string) => string) => (sql: string) =>
  sql.replace(NAMES, (found, name: string | undefined) =>
    name === undefined || KEYWORDS.has(name) ? found : change(name),
  )

/** A select list with quotes that only PostgreSQL's lexer closes correctly. */
const QUOTING: readonly Trick[] = [
  { name: 'nothing hidden' },
  { name: 'identifiers that end in dollars', open: '1 as a$x$', close: '2 as b$x$' },
  { name: 'an escaped quote', open: `E'\\'' as a`, close: `E'\\'' as b` },
  { name: 'pairs of backslashes', open: `E'\\\\' as a`, close: `E'\\\\' as b` },
  { name: 'nested comments', open: `1 as a /* /* */ ' */`, close: `2 as b /* ' */` },
  { name: 'a dollar-quoted quote', open: `$a$'$a$ as a`, close: `$a$'$a$ as b` },
  { name: 'dollar quotes in each other', open: '$a$ $b$ $a$ as a', close: '$b$ $a$ $b$ as b' },
  {
    name: 'a line comment ended by a carriage return',
    open: `1 as a --'\r`,
    close: `2 as b --'\r`,
  },
  { name: 'a unicode text', open: `U&'\\0027' as a`, close: `U&'\\0027' as b` },
  { name: 'a text continued on the next line', open: `'a'\n'''' as a`, close: `'b'\n'''' as b` },
  { name: 'doubled quotes', open: `'''' as a`, close: `'''' as b` },
  { name: 'an identifier that is a quote', open: `1 as "'"`, close: `2 as "''"` },
  { name: 'an identifier that opens a comment', open: '1 as "/*"', close: '2 as "*/"' },
  { name: 'a text that opens a comment', open: `'/*' as a`, close: `'*/' as b` },
  { name: 'an identifier that is a line comment', open: '1 as "--"', close: '2 as b' },
  { name: 'a national text', open: `N'''' as a`, close: `N'''' as b` },
  { name: 'an identifier of other letters', open: '1 as \u00a0', close: '2 as \u3000' },
  { name: 'an identifier with doubled quotes', open: `1 as "a""'"`, close: `2 as "b""'"` },
  { name: 'a comment of slashes', open: '1 as a /*/ */', close: `2 as b /* /*/ */ */` },
]

const SPELLING: readonly Trick[] = [
  { name: 'quoted names', spell: respell((name) => `"${name}"`) },
  {
    name: 'unicode names',
    spell: respell((name) => `U&"\\00${name.charCodeAt(0).toString(16)}${name.slice(1)}"`),
  },
  {
    name: 'unicode names with another escape',
    spell: respell(
      (name) => `U&"!00${name.charCodeAt(0).toString(16)}${name.slice(1)}" uescape '!'`,
    ),
  },
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
    name: 'in a lateral join',
    place:
      'select t.id, l.x as stolen from topic t cross join lateral (select {expression} as x) as l',
  },
  {
    name: 'in a union',
    place: `select id::text, '' as stolen from topic union all select 'x', {expression}`,
  },
  {
    name: 'in a JSON constructor',
    place: `select id, json_object('x': {expression}) as stolen from topic`,
  },
  {
    name: 'in a filter of an aggregate',
    place:
      'select max(id::text) as id, count(*) filter (where {expression} is not null) as stolen from topic',
  },
  {
    name: 'in an array of rows',
    place: 'select id, array[row({expression})::text] as stolen from topic',
  },
  {
    name: 'in VALUES',
    place: 'select t.id, v.x as stolen from topic t, (values ({expression})) as v(x)',
  },
]

export const POSTGRES_TRICKS: readonly Trick[] = [...QUOTING, ...SPELLING, ...PLACING]
