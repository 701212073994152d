import { expect, it } from 'vitest'
import { computedFrom, computedQueryIn } from './computed-draft.ts'

it.each([
  ['select 1 ;\n ; ', 'select 1'],
  ["select ';'", "select ';'"],
  [' ; ', ''],
])('passes %j on as %j', (sql, query) => {
  expect(computedQueryIn(computedFrom(sql))).toBe(query)
})

it.each([null, {}, { computedQuery: 1 }, 'text'])('finds no query in %j', (state) => {
  expect(computedQueryIn(state)).toBeUndefined()
})
