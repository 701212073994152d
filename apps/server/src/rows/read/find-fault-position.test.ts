import { expect, test } from 'vitest'
import { findFaultPosition } from './find-fault-position.ts'

test.each([
  ['select * form book', 'The query does not run: near "form": syntax error.', 9],
  ['select titel from book', 'The query does not run: no such column: titel.', 7],
  ['select b.titel from book b', 'The query does not run: no such column: b.titel.', 7],
  ['select 1 from books, book', 'There is no table "book" that a query can read.', 21],
  ['select x, x from book', 'The query does not run: no such column: x.', undefined],
  ['select 1;', 'Write exactly one SELECT statement.', undefined],
])('%s: %s', (query, message, position) => {
  expect(findFaultPosition(query, message)).toBe(position)
})

test('does not search for a name that takes seconds to find', () => {
  const name = 'a'.repeat(33_000)
  const since = performance.now()
  const query = `select '${'a'.repeat(65_000)}', ${name} from book`
  expect(findFaultPosition(query, `no such column: ${name}`)).toBeUndefined()
  expect(performance.now() - since).toBeLessThan(200)
})
