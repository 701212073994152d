import type { RowChange } from '@plinth/client'
import type { Row } from '@plinth/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveChanges } from './live-changes.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const rowOf = (id: string, title: string): Row => ({ id, title, done: false })
const update = (id: string, title: string): RowChange<Row> => ({
  type: 'update',
  id,
  row: rowOf(id, title),
})

/** A grid that has the row `a` and records what it is told. */
function record({ isSorted = false } = {}) {
  const calls: string[] = []
  const lost: string[] = []
  const waiting: unknown[] = []
  const loaded = new Map([['a', rowOf('a', 'old')]])
  const changes = createLiveChanges({
    find: (id) => loaded.get(id),
    show: (row) => {
      loaded.set(row.id, row)
      calls.push(`show ${row.id} ${row.title}`)
    },
    mark: (id, columns) => calls.push(`mark ${id} ${columns ? [...columns] : 'all'}`),
    refresh: () => calls.push('refresh'),
    onMissing: (missing) => lost.push(...[...missing].map((entry) => entry.join(' '))),
    onWaiting: (change) => waiting.push(change?.row?.title ?? change?.type),
    isSorted: () => isSorted,
  })
  return { calls, lost, waiting, changes }
}

test('shows an update in its place and marks the changed cells', () => {
  const { calls, changes } = record()
  changes.take(update('a', 'new'))
  changes.take(update('a', 'new'))
  vi.runAllTimers()
  expect(calls).toEqual(['show a new', 'mark a title', 'show a new'])
})

test('loads new, deleted and unknown rows together', () => {
  const { calls, changes } = record()
  changes.take({ type: 'create', id: 'b', row: rowOf('b', 'new') })
  changes.take({ type: 'delete', id: 'a' })
  changes.take(update('c', 'elsewhere'))
  vi.runAllTimers()
  expect(calls).toEqual(['mark b all', 'refresh'])
})

test('loads a busy table at most once a second', () => {
  const { calls, changes } = record()
  for (let at = 0; at < 50; at += 1) {
    changes.take({ type: 'leave', id: `r${at}` })
    vi.advanceTimersByTime(100)
  }
  expect(calls.length).toBeLessThanOrEqual(5)
  expect(calls.length).toBeGreaterThanOrEqual(4)
})

test('loads a sorted grid again, because an update may move the row', () => {
  const { calls, changes } = record({ isSorted: true })
  changes.take(update('a', 'new'))
  vi.runAllTimers()
  expect(calls).toEqual(['show a new', 'mark a title', 'refresh'])
})

test('waits with the edited row and with rows that would move it', () => {
  const { calls, waiting, changes } = record()
  changes.hold('a')
  changes.take(update('a', 'first'))
  changes.take(update('a', 'second'))
  changes.take({ type: 'create', id: 'b', row: rowOf('b', 'new') })
  vi.runAllTimers()
  expect(calls).toEqual(['mark b all'])
  expect(waiting).toEqual(['first', 'second'])
  changes.hold(undefined)
  expect(waiting).toEqual(['first', 'second', undefined])
  vi.runAllTimers()
  expect(calls).toEqual(['mark b all', 'show a second', 'mark a title', 'refresh'])
})

test('does not load rows that became due just before an edit', () => {
  const { calls, changes } = record()
  changes.take({ type: 'delete', id: 'b' })
  changes.hold('a')
  vi.runAllTimers()
  expect(calls).toEqual([])
  changes.hold(undefined)
  vi.runAllTimers()
  expect(calls).toEqual(['refresh'])
})

test('tells which rows are missing, but not while a cell is edited', () => {
  const { calls, lost, changes } = record()
  changes.hold('a')
  changes.take({ type: 'delete', id: 'a' })
  changes.take({ type: 'leave', id: 'b' })
  changes.take({ type: 'leave', id: 'c' })
  changes.take({ type: 'create', id: 'c', row: rowOf('c', 'back') })
  vi.runAllTimers()
  expect(lost).toEqual([])
  changes.hold(undefined)
  vi.runAllTimers()
  expect(lost.toSorted()).toEqual(['a delete', 'b leave'])
  expect(calls).toEqual(['mark c all', 'refresh'])
})

test('tells which rows are missing before it stops', () => {
  const { lost, changes } = record()
  changes.hold('a')
  changes.take({ type: 'delete', id: 'a' })
  changes.take({ type: 'delete', id: 'b' })
  changes.stop()
  expect(lost.toSorted()).toEqual(['a delete', 'b delete'])
})
