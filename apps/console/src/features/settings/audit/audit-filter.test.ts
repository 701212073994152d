import { expect, test } from 'vitest'
import { NO_AUDIT_FILTER, toAuditQuery } from './audit-filter.ts'

const midnight = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day).toISOString()

test.each([
  [{}, {}],
  [{ person: 'stf_1' }, { person: 'stf_1' }],
  [{ area: 'domain' }, { area: 'domain' }],
  [{ from: '2026-03-01' }, { from: midnight(2026, 3, 1) }],
  [{ to: '2026-02-28' }, { to: midnight(2026, 3, 1) }],
  [{ to: '2026-12-31' }, { to: midnight(2027, 1, 1) }],
  [{ from: '0020-01-01', to: 'nonsense' }, {}],
])('converts %j to query %j', (part, query) => {
  expect(toAuditQuery({ ...NO_AUDIT_FILTER, ...part })).toEqual(query)
})
