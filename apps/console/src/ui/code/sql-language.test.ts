import { expect, it } from 'vitest'
import { quoteSqlName } from './sql-language.ts'

it.each([
  ['books', 'books'],
  ['createdOn', '"createdOn"'],
  ['user', '"user"'],
  ['order', '"order"'],
  ['a"b', '"a""b"'],
])('writes %s as %s', (name, written) => {
  expect(quoteSqlName(name)).toBe(written)
})
