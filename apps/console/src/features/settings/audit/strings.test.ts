import { expect, test } from 'vitest'
import { auditStrings as strings } from './strings.ts'

test.each([
  ['created', 'domain', 'Created domain'],
  ['started sync', 'release', 'Started sync release'],
  ['updated a row of orders', 'row', 'Updated a row of orders'],
])('describes %s %s as %s', (action, area, words) => {
  expect(strings.what(action, area)).toBe(words)
})
