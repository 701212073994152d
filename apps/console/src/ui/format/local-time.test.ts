import { expect, it } from 'vitest'
import { fromLocalTime, toLocalTime } from './local-time.ts'

it('converts to local time and back without loss', () => {
  for (const iso of ['2026-01-31T23:59:59.000Z', '2024-02-29T00:00:00.000Z']) {
    expect(fromLocalTime(toLocalTime(iso))).toBe(iso)
  }
})

it('returns null for empty or invalid text', () => {
  expect(fromLocalTime('')).toBeNull()
  expect(fromLocalTime('soon')).toBeNull()
  expect(toLocalTime('soon')).toBe('')
})
