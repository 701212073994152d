import { describe, expect, test } from 'vitest'
import { HISTORY_LIMIT, newHistory, record, redo, undo } from '../index.ts'

const three = ['b', 'c'].reduce(record, newHistory('a'))

describe('history', () => {
  test('goes back and forth', () => {
    expect(undo(three).present).toBe('b')
    expect(undo(undo(three)).present).toBe('a')
    expect(redo(undo(undo(three))).present).toBe('b')
  })
  test('stops at both ends', () => {
    const first = undo(undo(three))
    expect(undo(first)).toBe(first)
    expect(redo(three)).toBe(three)
  })
  test('discards undone steps when a new one is recorded', () => {
    const next = record(undo(three), 'd')
    expect(next).toEqual({ past: ['a', 'b'], present: 'd', future: [] })
  })
  test('records no step without a change', () => {
    expect(record(three, 'c')).toBe(three)
  })
  test('records a step whose state is undefined', () => {
    const history = record(newHistory<undefined | 1>(undefined), 1)
    expect(undo(history)).toEqual({ past: [], present: undefined, future: [1] })
  })
  test('keeps 200 steps', () => {
    const long = Array.from({ length: 500 }, (_, step) => step).reduce(record, newHistory(-1))
    expect(HISTORY_LIMIT).toBe(200)
    expect(long.past).toHaveLength(200)
    expect(long.past[0]).toBe(299)
  })
})
