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

const Bounds = z.strictObject({
  name: z.string().min(2).max(4).optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  count: z.number().min(2).max(4).multipleOf(2).optional(),
  mail: z.email().optional(),
  time: z.iso.datetime().optional(),
  code: z.string().regex(/^a/).optional(),
  kind: z.enum(['a', 'b']).optional(),
  one: z.union([z.string(), z.number()]).optional(),
  map: z.map(z.string(), z.string()).optional(),
})

test.each([
  [{ name: 'a' }, 'name: must have at least 2 characters'],
  [{ name: 'abcde' }, 'name: must have at most 4 characters'],
  [{ list: [] }, 'list: must have at least 1 entries'],
  [{ list: ['a', 'b', 'c'] }, 'list: must have at most 2 entries'],
  [{ count: 0 }, 'count: must be at least 2'],
  [{ count: 6 }, 'count: must be at most 4'],
  [{ count: 3 }, 'count: must be a multiple of 2'],
  [{ mail: 'a' }, 'mail: is not an email address'],
  [{ time: 'a' }, 'time: is not a time such as 2026-01-31T08:00:00Z'],
  [{ code: 'b' }, 'code: has the wrong format'],
  [{ kind: 'c' }, 'kind: must be one of: a, b'],
  [{ one: true }, 'one: has none of the accepted shapes'],
  [{ map: 1 }, 'map: has the wrong type'],
])('words %j without the wording of the library', (value, message) => {
  expect(() => validate(Bounds, value)).toThrow(message)
})
