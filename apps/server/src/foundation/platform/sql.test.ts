import { expect, test } from 'vitest'
import {
  bound,
  joinSql,
  markComputed,
  nothing,
  raw,
  rawComputed,
  sql,
  toPreparedQuery,
  whole,
  writeText,
} from './sql.ts'

test('binds values and makes embedded pieces part of the text, in order', () => {
  const condition = sql`name = ${'a'} and ${raw('"rank"')} > ${1}`
  const statement = sql`select * from t where ${condition} and id = any(${['x', 'y']}) limit ${2}`
  expect(toPreparedQuery(statement)).toEqual({
    name: expect.stringMatching(/^[\w-]{24}$/),
    text: 'select * from t where name = $1 and "rank" > $2 and id = any($3) limit $4',
    values: ['a', 1, ['x', 'y'], 2],
  })
  expect(writeText(statement, '?')).toBe(
    'select * from t where name = ? and "rank" > ? and id = any(?) limit ?',
  )
})

test.each([
  ['a text that looks like SQL', `'; drop table t; --`],
  ['an object that looks like a piece', { text: 'drop table t', values: [], readsComputed: false }],
  ['null', null],
  ['undefined', undefined],
])('binds %s', (_, value) => {
  const { text, values } = toPreparedQuery(sql`select ${value}`)
  expect([text, values]).toEqual(['select $1', [value]])
})

test('an empty piece adds nothing to the text', () => {
  expect(toPreparedQuery(sql`select 1${nothing}`)).toMatchObject({ text: 'select 1', values: [] })
})

test('joins pieces with their values', () => {
  const joined = joinSql([sql`a = ${1}`, raw('b'), bound(2), whole(3)], ' or ')
  expect(writeText(joined, '$')).toBe('a = $1 or b or $2 or 3')
  expect(joined.values).toEqual([1, 2])
})

test.each([
  ['the tag', () => sql`select * from ${rawComputed('v')} where id = ${1}`],
  ['a nested tag', () => sql`select (${sql`select 1 from ${rawComputed('v')}`})`],
  ['a join', () => joinSql([raw('a'), rawComputed('v')], ', ')],
  ['a mark', () => sql`select ${markComputed(bound(1))}`],
])('a piece that reads a Computed table marks the result of %s', (_, make) => {
  expect(make().readsComputed).toBe(true)
})

test('a statement of other tables is not marked', () => {
  expect(sql`select ${raw('a')} from ${joinSql([raw('t'), raw('u')], ', ')}`.readsComputed).toBe(
    false,
  )
})

test('equal texts have one name, different texts have different ones', () => {
  const nameOf = (statement: Parameters<typeof toPreparedQuery>[0]) =>
    toPreparedQuery(statement).name
  expect(nameOf(sql`select ${1}`)).toBe(nameOf(sql`select ${2}`))
  expect(nameOf(sql`select ${1}`)).not.toBe(nameOf(sql`select ${1}, 1`))
})

test('refuses a number that is not whole, and text that contains the mark of a value', () => {
  expect(() => whole(1.5)).toThrow('Not a whole number')
  expect(() => writeText(raw('a\u0001b'), '$')).toThrow('lost a value')
})
