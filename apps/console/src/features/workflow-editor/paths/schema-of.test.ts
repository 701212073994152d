import { expect, test } from 'vitest'
import { MAX_ENTRIES, schemaOf } from './schema-of.ts'

test('describes a value by its paths, an array by its first item', () => {
  const value = { 'a b': 1, list: [{ x: null }, { x: 2 }], text: 'y'.repeat(80) }
  expect(schemaOf(value, '$in').map(({ path, type }) => [path, type])).toEqual([
    ['$in', 'object'],
    ['$in["a b"]', 'number'],
    ['$in.list', 'array (2)'],
    ['$in.list[0]', 'object'],
    ['$in.list[0].x', 'null'],
    ['$in.text', 'string'],
  ])
  expect(schemaOf(value, '$in').at(-1)?.example).toHaveLength(61)
})

test('stops at the maximum', () => {
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at]))
  expect(schemaOf(wide, '$in')).toHaveLength(MAX_ENTRIES)
})
