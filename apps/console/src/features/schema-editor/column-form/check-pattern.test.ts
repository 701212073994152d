import { COLUMN_PATTERNS } from '@plinth/contract'
import { expect, it } from 'vitest'
import { checkPattern } from './check-pattern.ts'

it.each(['', '^a+$', ...Object.values(COLUMN_PATTERNS)])('accepts %j', (pattern) => {
  expect(checkPattern(pattern)).toBeUndefined()
})

it.each(['(', '[a', '*'])('rejects the invalid pattern %j', (pattern) => {
  expect(checkPattern(pattern)).toBe('Enter a valid regular expression.')
})

it.each(['(a)\\1', '(?=a)', '(?<!a)b', '(?<n>a)\\k<n>'])(
  'rejects %j, which needs backtracking',
  (pattern) => {
    expect(checkPattern(pattern)).toBe('Lookaround and backreferences are not supported.')
  },
)
