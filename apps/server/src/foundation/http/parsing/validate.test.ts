import { expect, test } from 'vitest'
import * as z from 'zod'
import { validate } from './validate.ts'

const Shape = z.strictObject({
  name: z.string(),
  count: z.number('Must be a whole number').int(),
  tags: z.array(z.string()).optional(),
})

test.each([
  ['a missing field', { count: 1 }, 'name: is missing'],
  ['another type', { name: 1, count: 1 }, 'name: must be text'],
  ['a list of another type', { name: 'a', count: 1, tags: [1] }, 'tags.0: must be text'],
  ["the schema's own message", { name: 'a', count: 'b' }, 'count: Must be a whole number'],
  ['unknown fields', { name: 'a', count: 1, x: 1, y: 2 }, 'The request: has unknown fields: x, y'],
  ['no object', [], 'The request: must be an object'],
])('names %s', (_, value, message) => {
  expect(() => validate(Shape, value)).toThrow(message)
})
