import { expect, test } from 'vitest'
import {
  areRequestsFiltered,
  isWrongId,
  readRequestFilters,
  requestRangeOf,
  toQuery,
  writeRequestFilters,
} from './request-filters.ts'

const NOW = Date.parse('2026-03-04T05:00:00Z')
const read = (search: string) => readRequestFilters(new URLSearchParams(search))

test('reads filters from the URL and ignores invalid values', () => {
  const filters = read('section=requests&method=GET&table=book&status=4xx&kind=key&time=day')
  expect(toQuery(filters, NOW)).toEqual({
    from: '2026-03-03T05:00:00.000Z',
    method: 'GET',
    table: 'book',
    status: '4xx',
    kind: 'key',
  })
  expect(toQuery(read('method=TRACE&status=9xx&kind=robot&time=never'), NOW)).toEqual({
    from: '2026-03-04T04:00:00.000Z',
  })
})

test('writes filters and keeps other URL parameters', () => {
  const params = new URLSearchParams('section=requests&environment=production')
  const search = 'method=PUT&time=custom&from=2026-03-01T00:00&request=abc'
  const written = writeRequestFilters(params, read(search))
  expect(read(written.toString())).toEqual(read(search))
  expect(written.get('section')).toBe('requests')
  expect(writeRequestFilters(written, read('')).toString()).toBe(params.toString())
})

test.each([
  ['', false],
  ['time=week', true],
  ['kind=guest', true],
  ['request=x', true],
])('detects whether ?%s is filtered: %s', (search, expected) => {
  expect(areRequestsFiltered(read(search))).toBe(expected)
})

test.each([
  ['', false],
  [' 9f1c4f64-6b3f-4a5e-8f0a-5a4d2f1e0c3b ', false],
  ['9f1c4f64', true],
])('detects whether "%s" is an invalid request id: %s', (id, expected) => {
  expect(isWrongId(id)).toBe(expected)
})

test('ignores an end time before the start time', () => {
  const custom = read('time=custom&from=2026-03-02T00:00&to=2026-03-01T00:00')
  expect(requestRangeOf(custom, NOW).to).toBeUndefined()
})
