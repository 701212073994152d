import { expect, test } from 'vitest'
import { newRowId } from './new-row-id.ts'

const NOW = Date.UTC(2026, 10, 15)
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('ids are unique UUIDv7 of the given time', () => {
  const ids = Array.from({ length: 5000 }, () => newRowId(NOW))
  expect(new Set(ids).size).toBe(5000)
  for (const id of ids) expect(id).toMatch(UUID_V7)
  expect(Number.parseInt(ids[0]?.slice(0, 13).replace('-', '') ?? '', 16)).toBe(NOW)
})

test('sorted newest first, imported rows are in the order of the file', () => {
  const places = [1, 2, 3, 16_383, 16_384, 16_385, 1_000_000, 60_000_000]
  const ids = places.map((place) => newRowId(NOW, place))
  for (const id of ids) expect(id).toMatch(UUID_V7)
  expect([...ids].sort().reverse()).toEqual(ids)
})
