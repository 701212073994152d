import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFlashes, flashOf } from './flashes.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('marks the changed cells of a row once, and all cells of a new row', () => {
  const flashes = createFlashes()
  flashes.mark('r1', new Set(['title']))
  flashes.mark('r2')
  const [changed, created] = [flashes.get().get('r1'), flashes.get().get('r2')]
  expect([flashOf(changed, 'title'), flashOf(changed, 'done')]).toEqual(['a', undefined])
  expect([flashOf(created, 'title'), flashOf(created, undefined)]).toEqual(['a', undefined])
  vi.advanceTimersByTime(1_500)
  expect([...flashes.get().keys()]).toEqual(['r2'])
  vi.advanceTimersByTime(2_500)
  expect(flashes.get().size).toBe(0)
})

test('a second change starts the mark again', () => {
  const flashes = createFlashes()
  flashes.mark('r1', new Set(['title']))
  vi.advanceTimersByTime(1_000)
  flashes.mark('r1', new Set(['title']))
  expect(flashOf(flashes.get().get('r1'), 'title')).toBe('b')
  vi.advanceTimersByTime(1_000)
  expect(flashes.get().size).toBe(1)
  vi.advanceTimersByTime(500)
  expect(flashes.get().size).toBe(0)
})

test('marks at most 500 rows', () => {
  const flashes = createFlashes()
  for (let at = 0; at < 600; at += 1) flashes.mark(`r${at}`)
  expect(flashes.get().size).toBe(500)
  flashes.stop()
})
