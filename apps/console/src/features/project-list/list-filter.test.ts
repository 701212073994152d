import { describe, expect, it } from 'vitest'
import { NO_FILTER, parseFilter, printFilter } from './list-filter.ts'

describe('the filter in the URL', () => {
  it.each([
    ['', NO_FILTER],
    ['search=fleet', { ...NO_FILTER, search: 'fleet' }],
    ['status=out-of-sync&page=3', { page: 3, search: '', status: 'out-of-sync' as const }],
    ['status=archived', { ...NO_FILTER, status: 'archived' as const }],
    ['status=broken', NO_FILTER],
    ['page=0', NO_FILTER],
    ['page=1.5', NO_FILTER],
    ['page=1e9', NO_FILTER],
    ['page=-2', NO_FILTER],
  ])('reads %j', (text, filter) => {
    expect(parseFilter(new URLSearchParams(text))).toEqual(filter)
  })

  it('omits default values', () => {
    expect(printFilter(NO_FILTER).toString()).toBe('')
    expect(printFilter({ page: 2, search: 'a b', status: 'in-sync' }).toString()).toBe(
      'search=a+b&status=in-sync&page=2',
    )
  })
})
