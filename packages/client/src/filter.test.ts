import { expect, test } from 'vitest'
import { filter } from './filter.ts'

test.each([
  [filter`title ~ ${'a'}`, 'title ~ "a"'],
  [filter`title = ${'" || true || "'}`, 'title = "\\" || true || \\""'],
  [filter`title = ${'a\\'} && n > ${1.5}`, 'title = "a\\\\" && n > 1.5'],
  [filter`title = ${'two\nlines'}`, 'title = "two\\nlines"'],
  [filter`done = ${true} || author = ${null}`, 'done = true || author = null'],
  [filter`status in ${['a', 'b"']}`, 'status in ["a", "b\\""]'],
  [filter`due < ${new Date(0)}`, 'due < "1970-01-01T00:00:00.000Z"'],
])('%s', (written, expected) => {
  expect(written).toBe(expected)
})
