import { expect, test } from 'vitest'
import {
  areRunsFiltered,
  chartRange,
  listRange,
  readRunFilters,
  writeRunFilters,
} from './run-filters.ts'

const read = (search: string) => readRunFilters(new URLSearchParams(search))
const now = Date.parse('2026-03-04T05:06:00.000Z')

test.each([
  ['tab=runs', false],
  ['tab=runs&status=failed', true],
  ['tab=runs&trigger=schedule&time=day', true],
  ['tab=runs&workflow=wfl_1', true],
  ['tab=runs&status=odd&trigger=odd&time=odd', false],
])('reads filters from ?%s and ignores invalid values', (search, filtered) => {
  expect(areRunsFiltered(read(search))).toBe(filtered)
})

test('writes filters and keeps other URL parameters', () => {
  const filters = { ...read(''), status: 'failed' as const, time: 'day' as const }
  const params = writeRunFilters(new URLSearchParams('tab=runs&environment=production'), filters)
  expect(params.toString()).toBe('tab=runs&environment=production&status=failed&time=day')
  expect(writeRunFilters(params, read('')).toString()).toBe('tab=runs&environment=production')
})

test('computes relative ranges from now and uses custom ranges as entered', () => {
  expect(listRange(read('time=day'), now)).toEqual({ from: '2026-03-03T05:06:00.000Z' })
  expect(listRange(read('time=all'), now)).toEqual({})
  expect(listRange(read('time=custom&from=2026-03-01T10:00&to=x'), now)).toEqual({
    from: new Date('2026-03-01T10:00').toISOString(),
  })
  expect(chartRange(read('time=all'), now)).toEqual({ from: '2025-12-04T05:06:00.000Z' })
})
