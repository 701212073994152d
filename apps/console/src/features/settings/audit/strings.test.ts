import { expect, test } from 'vitest'
import { auditStrings as strings } from './strings.ts'

test.each([
  ['created', 'domain', 'Created domain'],
  ['finished deploy', 'release', 'Finished deploy'],
  ['was refused: deploy', 'release', 'Was refused: deploy'],
  ['updated a row of orders', 'row', 'Updated a row of orders'],
])('describes %s %s as %s', (action, area, words) => {
  expect(strings.what(action, area)).toBe(words)
})
