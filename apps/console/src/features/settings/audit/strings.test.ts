import { expect, test } from 'vitest'
import { auditStrings as strings } from './strings.ts'

test.each([
  ['created', 'domain', 'Created domain'],
  ['started sync', 'release', 'Started sync release'],
  ['updated a row of orders', 'row', 'Updated a row of orders'],
])('%s, %s: %s', (action, area, words) => {
  expect(strings.what(action, area)).toBe(words)
})
