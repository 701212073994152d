import { COLUMN_PATTERNS } from '@plinth/contract'
import { expect, it } from 'vitest'
import { checkPattern } from './check-pattern.ts'

it.each(['', '^a+$', ...Object.values(COLUMN_PATTERNS)])('%j is a pattern', (pattern) => {
  expect(checkPattern(pattern)).toBeUndefined()
})

it.each(['(', '[a', '*'])('%j is no pattern', (pattern) => {
  expect(checkPattern(pattern)).toBe('This is not a valid regular expression.')
})

it.each(['(a)\\1', '(?=a)', '(?<!a)b', '(?<n>a)\\k<n>'])('%j needs backtracking', (pattern) => {
  expect(checkPattern(pattern)).toBe('Look-around and back-references are not available.')
})
